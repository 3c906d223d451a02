// Opens a WebSocket to the host beside the site and says how that ended.
const radio = document.getElementById("radio");
const socket = new WebSocket(`ws://${radio.dataset.host}/radio`);
socket.onopen = () => { radio.textContent = "the radio got through"; };
socket.onerror = () => { radio.textContent = "the radio stayed silent"; };
