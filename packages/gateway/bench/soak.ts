import { dashboardOpening } from './soak/dashboard-opening.ts'
import { idleSockets } from './soak/idle-sockets.ts'
import { millionMessages } from './soak/million-messages.ts'
import { rollingRestart } from './soak/rolling-restart.ts'

/**
 * Usage: soak.ts [share] [part …]: share 1 means 10 000 sockets, a million messages, 60 s of
 * restarts and ten million events; 0.02 is a fiftieth. Without parts, all run.
 */
const [given = '1', ...only] = process.argv.slice(2)
const share = Number(given)
const parts = {
  sockets: () => idleSockets(Math.round(10_000 * share)),
  messages: () => millionMessages(Math.round(1_000_000 * share)),
  restarts: () => rollingRestart(Math.max(10, 60 * share)),
  dashboard: () => dashboardOpening(Math.round(10_000_000 * share), false),
}
for (const part of only) {
  if (!(part in parts))
    throw new Error(`no part is named ${part}; there are ${Object.keys(parts).join(', ')}`)
}
for (const [name, run] of Object.entries(parts)) {
  if (only.length > 0 && !only.includes(name)) continue
  const { isGood, text } = await run()
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${text}`)
  if (!isGood) process.exitCode = 1
}
