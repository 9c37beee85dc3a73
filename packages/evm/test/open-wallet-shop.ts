import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { build } from 'vite'

/** A shop page whose wallets are tested: its built files by path, and the browser that visits it. */
export interface WalletShop {
  /** Its page loads `/shop.js`. */
  readonly files: ReadonlyMap<string, string>
  readonly browser: Browser
}

/**
 * Builds the script of a test's shop page, and starts Chromium.
 * @param entry - name of the script's file in this folder
 */
export async function openWalletShop(entry: string): Promise<WalletShop> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['latchkey-source', 'module', 'import', 'browser', 'default'] },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: {
        input: fileURLToPath(new URL(entry, import.meta.url)),
        output: { entryFileNames: 'shop.js' },
      },
    },
  })) as { output: { fileName: string; code?: string }[] }
  return {
    files: new Map(built.output.map(({ fileName, code }) => [`/${fileName}`, code ?? ''])),
    browser: await chromium.launch({
      executablePath:
        process.env.LATCHKEY_HEADLESS ?? process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    }),
  }
}
