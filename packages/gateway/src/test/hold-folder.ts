import { lockFolder } from '../server/hosts/lock-folder.ts'

// A process that claims a folder and says how it went: `LATCHKEY_TEST_PID` is the number it
// believes to have, as in a container of its own.
const [folder = ''] = process.argv.slice(2)
const pid = Number(process.env.LATCHKEY_TEST_PID)
if (pid) Object.defineProperty(process, 'pid', { value: pid })
await lockFolder(folder, { beatMs: 100, deadMs: 1_500 }).then(
  () => {
    console.log('holds')
    setInterval(() => {}, 60_000)
  },
  (error: { readonly context?: { readonly reason?: string } }) =>
    console.log(`refused: ${error.context?.reason}`),
)
