// validate.cjs - what the validator says of a glTF file: node validate.cjs FILE
const fs = require("fs");
const validator = require("../../viewer/node_modules/gltf-validator");

validator
    .validateBytes(new Uint8Array(fs.readFileSync(process.argv[2])))
    .then((report) => console.log(JSON.stringify(report)));
