// Runs in the fake frame: greets as a vault does, and lets a test control it (`window.standIn`).
import { type Rules, type StandIn, standInVault } from './stand-in-vault.ts'

declare global {
  interface Window {
    standIn: StandIn
  }
}

const rules = JSON.parse(document.getElementById('rules')?.textContent ?? '{}') as Partial<Rules>
let isKept = rules.isSignedIn === true
/**
 * One session for all fake frames, as a vault's frames share theirs. The server holds it, because
 * some browsers let a frame store nothing. It is written before it is answered, because another tab
 * may read it at once.
 */
const share = (own: Rules): void => {
  const request = new XMLHttpRequest()
  if (own.isSignedIn !== isKept) {
    request.open('POST', '/kept', false)
    request.send(String(own.isSignedIn))
  } else {
    request.open('GET', '/kept', false)
    request.send()
    own.isSignedIn = request.responseText === 'true'
  }
  isKept = own.isSignedIn
}
window.standIn = standInVault(location.origin, rules, share)
addEventListener('message', ({ data, ports: [port] }) => {
  if (data?.type === 'latchkey-vault-hello' && port) window.standIn.greet(data, port)
})
// The test may have changed the rules itself.
setInterval(() => {
  if (window.standIn.rules.isSignedIn !== isKept) share(window.standIn.rules)
}, 20)
