import { join } from 'node:path'
import { build } from 'rolldown'

/**
 * Builds `page-wallets.ts` as one script that can be put into any page. Not by Vite, which would set
 * `NODE_ENV` for this process and the installations that it starts.
 */
export async function buildPageWallets(): Promise<string> {
  const { output } = await build({
    input: join(import.meta.dirname, 'page-wallets.ts'),
    write: false,
    platform: 'browser',
    resolve: { conditionNames: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { format: 'iife', name: 'pageWallets', codeSplitting: false },
  })
  return output.map((part) => ('code' in part ? part.code : '')).join('\n')
}
