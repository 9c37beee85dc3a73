import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../../.cache/playwright-sample',
  workers: 1,
  timeout: 60_000,
  use: {
    headless: true,
    launchOptions: {
      executablePath:
        process.env.LATCHKEY_HEADLESS ?? process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    },
  },
})
