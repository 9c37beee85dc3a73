// Runs in the stand-in's frame: greets as a vault would, and lets a test say what it does
// (`window.standIn`).
import { type Rules, type StandIn, standInVault } from './stand-in-vault.ts'

declare global {
  interface Window {
    standIn: StandIn
  }
}

const rules = JSON.parse(document.getElementById('rules')?.textContent ?? '{}') as Partial<Rules>
let isKept = rules.isSignedIn === true
window.standIn = standInVault(location.origin, rules)
addEventListener('message', ({ data, ports: [port] }) => {
  if (data?.type === 'latchkey-vault-hello' && port) window.standIn.greet(data, port)
})
// Browsers that let a frame keep nothing run this too: what outlives it is kept by the server.
setInterval(() => {
  if (window.standIn.rules.isSignedIn === isKept) return
  isKept = window.standIn.rules.isSignedIn
  void fetch('/kept', { method: 'POST', body: String(isKept) })
}, 20)
