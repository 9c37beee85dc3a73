import { type Browser, chromium } from 'playwright-core'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.LATCHKEY_CHROMIUM || '/usr/bin/chromium',
    args,
  })
}
