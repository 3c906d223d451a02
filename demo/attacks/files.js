// Reads files of the machine from the server's own process. Gives, for each,
// the error's code, or how much could be read.
async (page, { paths }) => {
  const process = page.constructor.constructor("return process")();
  const fs = process.getBuiltinModule("fs");
  const read = (path) => {
    try {
      return `read ${fs.readFileSync(path).length} bytes`;
    } catch (error) {
      return error.code;
    }
  };
  return { node: process.versions.node, got: paths.map(read) };
}
