import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** Builds `page-wallets.ts` as one script that can be put into any page. */
export async function buildPageWallets(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, 'page-wallets.ts'),
        formats: ['iife'],
        name: 'pageWallets',
      },
    },
  })) as Rolldown.RolldownOutput[]
  const [output] = built
  const code = output?.output.map((part) => ('code' in part ? part.code : '')).join('\n')
  if (!code) throw new Error('the wallets of the page were not built')
  return code
}
