import { dashboardOpening } from './soak/dashboard-opening.ts'
import { idleSockets } from './soak/idle-sockets.ts'
import { millionMessages } from './soak/million-messages.ts'
import { rollingRestart } from './soak/rolling-restart.ts'

/** Usage: soak.ts [share]: 1 is 10 000 sockets, a million messages and 60 s of restarts and ten million events; 0.02 a fiftieth. */
const share = Number(process.argv[2] ?? 1)
const lines = [
  () => idleSockets(Math.round(10_000 * share)),
  () => millionMessages(Math.round(1_000_000 * share)),
  () => rollingRestart(Math.max(10, 60 * share)),
  () => dashboardOpening(Math.round(10_000_000 * share), false),
]
for (const line of lines) {
  const { isGood, text } = await line()
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${text}`)
  if (!isGood) process.exitCode = 1
}
