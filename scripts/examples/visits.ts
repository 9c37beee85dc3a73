import type { Page } from 'playwright-core'
import { connectWallet } from './connect-wallet.ts'

/** Presses a button of the page and waits for a text that begins like this. */
async function press(page: Page, name: string, answer: RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByText(answer).waitFor()
}

/** Connects, and signs a message with the page's own button. */
export async function connectAndSign(page: Page): Promise<void> {
  await connectWallet(page)
  await press(page, 'Sign', /^(Valid s|S)ignature: 0x[0-9a-f]{130}$/)
}

/** Connects, signs, and sends a transaction with the page's own button. */
export async function connectSignAndSend(page: Page): Promise<void> {
  await connectAndSign(page)
  await press(page, 'Send', /^Transaction: 0x[0-9a-f]{64}$/)
}

/** Connects, switches the network and calls a contract, by wagmi's hooks. */
export async function callByWagmi(page: Page): Promise<void> {
  await connectWallet(page)
  await page.getByText('Network: Ethereum').waitFor()
  await press(page, 'Sepolia', /^Network: Sepolia$/)
  await press(page, 'Approve nothing', /^Transaction: 0x[0-9a-f]{64}$/)
}

/**
 * Connects and signs on a page that its server renders, and looks at what the server wrote for a
 * visitor who is connected: the account is there before any script has run, the page's scripts
 * never take it away, and the button says the same as it did.
 */
export async function connectOnServer(page: Page, paths: readonly string[] = ['/']): Promise<void> {
  await connectAndSign(page)
  const address = await page.locator('output').first().textContent()
  const label = await page.getByRole('button', { name: /^Account / }).getAttribute('aria-label')
  if (!address || !label) throw new Error('the page does not show the account')
  const { origin } = new URL(page.url())
  for (const path of paths) {
    const html = await (await page.request.get(`${origin}${path}`)).text()
    for (const expected of [address, label]) {
      if (!html.includes(expected)) throw new Error(`the server's ${path} lacks "${expected}"`)
    }
    if (html.includes('Connect wallet')) throw new Error(`the server's ${path} says "Connect"`)
    await page.addInitScript(watchForConnect)
    await page.goto(`${origin}${path}`)
    // It signs only once the wallet is really back.
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await page.getByText(/^Signature: 0x/).waitFor()
    const seen = await page.evaluate(() => window.shownWithoutAccount)
    if (seen.length > 0) throw new Error(`${path} showed meanwhile: ${seen.join(', ')}`)
  }
}

declare global {
  interface Window {
    shownWithoutAccount: string[]
  }
}

/** Notes each text of the page's first button that is not an account, from the first paint on. */
const watchForConnect = `(() => {
  window.shownWithoutAccount = []
  const look = () => {
    const text = document.querySelector('.latchkey-button')?.textContent
    if (text && !text.startsWith('0x')) window.shownWithoutAccount.push(text)
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
})()`

/** Connects a Solana wallet, and signs a message with the page's own button. */
export async function connectSolana(page: Page): Promise<void> {
  await connect(page, 'Solana wallet')
  await resume(page)
  await press(page, 'Sign', /^Valid signature: [1-9A-HJ-NP-Za-km-z]{80,90}$/)
}

/** Connects a wallet for Bitcoin and Stacks, and signs a message with the page's own button. */
export async function connectBitcoin(page: Page): Promise<void> {
  await connect(page, 'Leather')
  await page.getByText(/^bc1q/).first().waitFor()
  await page.getByText(/^SP[0-9A-Z]{30,}/).waitFor()
  await press(page, 'Sign', /^Signature: [A-Za-z0-9+/]{80,}=*$/)
  await resume(page)
}

async function connect(page: Page, wallet: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: wallet }).click()
  await page.getByRole('button', { name: /^Account / }).waitFor()
}

/** Reloads: the page must know the visitor again. */
async function resume(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: /^Account / }).waitFor()
}
