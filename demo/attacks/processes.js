// Looks for processes outside by their command lines, and signals them with
// signal 0, which tells whether one could.
async (page, { victims }) => {
  const process = page.constructor.constructor("return process")();
  const fs = process.getBuiltinModule("fs");
  const commandLine = (pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
    } catch {
      return "";
    }
  };
  const got = [];
  for (const { pid, command } of victims) {
    const inside = commandLine(pid);
    if (command !== "" && inside === command) got.push(`process ${pid} is seen`);
    if (inside !== "") continue; // the number is that of a process inside
    try {
      process.kill(pid, 0);
      got.push(`process ${pid} can be signalled`);
    } catch (error) {
      if (error.code !== "ESRCH" && error.code !== "EPERM") got.push(`process ${pid}: ${error.code}`);
    }
  }
  return { node: process.versions.node, got };
}
