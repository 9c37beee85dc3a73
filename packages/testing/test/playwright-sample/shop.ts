import type { Page } from '@playwright/test'

/** An app as a stranger writes it: it finds wallets by EIP-6963, connects, and signs. */
const html = `<!doctype html><title>Shop</title>
<button id="connect">Connect</button><button id="sign">Sign</button><output></output>
<script>
  const output = document.querySelector('output')
  let wallet
  let account
  addEventListener('eip6963:announceProvider', ({ detail }) => {
    wallet = detail.provider
    wallet.on('accountsChanged', ([first]) => { output.value = 'account ' + first })
  })
  dispatchEvent(new Event('eip6963:requestProvider'))
  const ask = async (method, ...params) => {
    try { return await wallet.request({ method, params }) }
    catch (error) { output.value = 'refused ' + error.code }
  }
  connect.onclick = async () => {
    const accounts = await ask('eth_requestAccounts')
    if (!accounts) return
    account = accounts[0]
    output.value = 'account ' + account
  }
  sign.onclick = async () => {
    const signature = await ask('personal_sign', '0x6869', account)
    if (signature) output.value = signature
  }
</script>`

/** Opens the app; nothing listens at its address. */
export async function openShop(page: Page): Promise<void> {
  await page.route('http://shop.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  )
  await page.goto('http://shop.test/')
}
