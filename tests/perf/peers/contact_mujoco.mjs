// contact_mujoco.mjs - a box that slides to rest (friction 0.3, from 2 m/s) by MuJoCo's npm package: contact_mujoco.mjs slide TIME STEP. A ball
// that bounces is not solved: its contacts have no coefficient of restitution.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [problem, time, step] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
if (problem !== "slide")
    process.exit(1);
const packageFolder = path.join(process.env.NODE_PATH ?? "node_modules", "@mujoco", "mujoco");
const { default: load } = await import(pathToFileURL(path.join(packageFolder, "mujoco.js")));
const mujoco = await load({ wasmBinary: fs.readFileSync(path.join(packageFolder, "mujoco.wasm")) });
const xml = `<mujoco><option timestep="${step}" gravity="0 0 -9.81" cone="elliptic" impratio="10"/><worldbody>`
    + `<geom type="plane" size="9 9 1" friction="0.3 0 0"/><body pos="0 0 0.05"><freejoint/>`
    + `<geom type="box" size="0.05 0.05 0.05" mass="1" friction="0.3 0 0"/></body></worldbody></mujoco>`;
const model = mujoco.MjModel.from_xml_string ? mujoco.MjModel.from_xml_string(xml) : mujoco.MjModel.loadFromXML(xml);
const data = new mujoco.MjData(model);
const steps = Math.round(time / step);
for (let k = 0; k < 2000; k++)  // the first calls compile
    mujoco.mj_step(model, data);
mujoco.mj_resetData(model, data);
data.qvel[0] = 2;
const start = process.cpuUsage();
for (let k = 0; k < steps; k++)
    mujoco.mj_step(model, data);
const used = process.cpuUsage(start);
console.log(`${data.qpos[0]} ${data.qpos[2]} ${(used.user + used.system) * 1e-6}`);
