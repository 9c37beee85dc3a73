const button = document.querySelector('latchkey-button')
const output = document.querySelector('output')

function showAddress() {
  output.textContent = button.account?.address ?? 'none yet'
}
for (const name of ['latchkey-connect', 'latchkey-account', 'latchkey-disconnect']) {
  button.addEventListener(name, showAddress)
}
