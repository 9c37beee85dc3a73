import { defineConfig, devices } from '@playwright/test'

const port = process.env.PORT || '4173'
// Playwright's own browser, which `npx playwright install chromium` fetches, unless one is named.
const executablePath = process.env.LATCHKEY_CHROMIUM || process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: 'tests',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: !!process.env.CI,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: executablePath ? { executablePath } : {},
  },
  // The tests see the site as it is published, not the one of `npm run dev`.
  webServer: {
    command: `npm run build && npm run __SERVE__ -- __HOST_FLAG__ 127.0.0.1 --port ${port}`,
    url: `http://127.0.0.1:${port}`,
    env: { __GATEWAY_VARIABLE__: '' }, // The tests need no gateway, whatever `.env` says.
    timeout: 300_000,
  },
})
