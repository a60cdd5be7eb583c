// chain_mujoco.mjs - the chain by MuJoCo's npm package, @mujoco/mujoco, found in the folder of NODE_PATH. The setting is the time
// step; the integrator is Runge-Kutta of order 4, or with a fourth argument the one of that name.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [n, time, step] = process.argv.slice(2, 5).map(Number), integrator = process.argv[5] ?? "RK4";
const packageFolder = path.join(process.env.NODE_PATH ?? "node_modules", "@mujoco", "mujoco");
const { default: load } = await import(pathToFileURL(path.join(packageFolder, "mujoco.js")));
const mujoco = await load({ wasmBinary: fs.readFileSync(path.join(packageFolder, "mujoco.wasm")) });

const l = 1 / n, m = 1 / n, J = m * l * l / 12;
let bodies = "", ends = "";
for (let i = 0; i < n; i++) {
    bodies += `<body pos="${i === 0 ? 0 : l} 0 0"><joint type="hinge" axis="0 1 0"/>`
        + `<inertial pos="${l / 2} 0 0" mass="${m}" diaginertia="${J} ${J} ${J}"/>`;
    ends += "</body>";
}
const xml = `<mujoco><compiler boundmass="0" boundinertia="0"/><option timestep="${step}" gravity="0 0 -9.81" integrator="${integrator}"/>`
    + `<worldbody>${bodies}${ends}</worldbody></mujoco>`;
const model = mujoco.MjModel.from_xml_string ? mujoco.MjModel.from_xml_string(xml) : mujoco.MjModel.loadFromXML(xml);
const data = new mujoco.MjData(model);
const steps = Math.round(time / step);
for (let k = 0; k < 5000; k++)  // the first calls compile
    mujoco.mj_step(model, data);
mujoco.mj_resetData(model, data);
const start = process.cpuUsage();
for (let k = 0; k < steps; k++)
    mujoco.mj_step(model, data);
const used = process.cpuUsage(start);
mujoco.mj_forward(model, data);
const at = data.xipos;
console.log(`${at[3 * n]} ${at[3 * n + 2]} ${(used.user + used.system) * 1e-6}`);
