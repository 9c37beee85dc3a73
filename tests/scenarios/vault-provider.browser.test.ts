import { join } from 'node:path'
import { describeProvider } from '@latchkey/testing/provider'
import type { Page } from 'playwright-core'
import { build } from 'rolldown'
import { afterAll, beforeAll } from 'vitest'
import { pressArmed } from '../../apps/demo/test/press-armed.ts'
import { startTestVault } from '../../apps/vault/src/test/start-test-vault.ts'
import type { ProviderPage } from '../worlds/provider-page.ts'

type Vault = Awaited<ReturnType<typeof startTestVault>>
type Listener = (payload: unknown) => void

const email = 'ada@shop.example'
const run = {} as { vault: Vault; account: `0x${string}` }

// The setup takes long: it builds the vault as it is published, and a page that uses the vault's
// real client.
beforeAll(async () => {
  const { output } = await build({
    input: join(import.meta.dirname, '../worlds/provider-page.ts'),
    write: false,
    platform: 'browser',
    logLevel: 'silent',
    resolve: { conditionNames: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { format: 'iife', codeSplitting: false, strictExecutionOrder: true },
  })
  const script = output[0].code.replaceAll('</script', '<\\/script')
  run.vault = await startTestVault({
    chains: ['eip155:10'],
    pageOf: (vault) =>
      `<!doctype html><html lang="en"><title>Shop</title><body><script>window.vault = '${vault}'</script><script>${script}</script></body></html>`,
  })
  // The answers of the node for the fields that a transaction leaves out.
  for (const [method, answer] of Object.entries({
    eth_getTransactionCount: '0x5',
    eth_estimateGas: '0x5208',
    eth_maxPriorityFeePerGas: '0x1',
    eth_getBlockByNumber: { baseFeePerGas: '0xa' },
    eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
    eth_blockNumber: '0x1',
  })) {
    run.vault.gateway.held.node.set(method, answer)
  }
  const page = await run.vault.open('shop')
  await page.exposeFunction('tell', () => {})
  await page.exposeFunction('reach', () => {})
  await inPage(page, (address) => window.providerPage.signIn(address), email)
  const { answer } = await inPage(page, () => window.providerPage.ask({ method: 'eth_accounts' }))
  run.account = (answer as `0x${string}`[])[0] ?? '0x'
  await inPage(page, () => window.providerPage.leave())
  await page.close()
}, 240_000)
afterAll(() => run.vault?.stop())

/**
 * Calls a function in the page. Only the first line of its error is kept, because test reporters
 * cannot read the page's lines in the stack.
 */
async function inPage<T, A>(page: Page, call: (given: A) => T | Promise<T>, given?: A): Promise<T> {
  return page.evaluate(call as never, given as never).catch((error: Error) => {
    throw new Error(error.message.split('\n')[0])
  }) as Promise<T>
}

/**
 * Presses the buttons that a visitor presses, the page's and then the vault's, until the page is
 * closed.
 */
async function answerApprovals(page: Page, declines: () => boolean): Promise<void> {
  while (!page.isClosed()) {
    const [window] = await Promise.all([
      page.waitForEvent('popup', { timeout: 0 }),
      page.getByRole('button', { name: 'Open approval' }).click({ timeout: 0 }),
    ])
    const answer = window.getByRole('button', { name: declines() ? 'Reject' : 'Approve' })
    await answer.waitFor()
    await Promise.all([
      window.waitForEvent('close'),
      pressArmed(window, declines() ? 'Reject' : 'Approve'),
    ])
  }
}

describeProvider(
  'a wallet of an email address, in the vault itself',
  async () => {
    const page = await run.vault.open('shop')
    const listeners = new Map<string, Set<Listener>>()
    const reached: { method: string; params: unknown }[] = []
    const refused = new Set<string>()
    await page.exposeFunction('tell', (name: string, payload: unknown) => {
      for (const listener of listeners.get(name) ?? []) {
        listener(payload)
      }
    })
    await page.exposeFunction(
      'reach',
      ({ method, params }: { method: string; params: unknown }) =>
        void reached.push({ method, params }),
    )
    answerApprovals(page, () => refused.has(reached.at(-1)?.method ?? '')).catch((error: Error) => {
      if (!page.isClosed()) console.error(error)
    })
    const call = <M extends 'signIn' | 'leave'>(name: M, ...values: Parameters<ProviderPage[M]>) =>
      inPage(page, ([name, value]) => window.providerPage[name as 'signIn'](value as string), [
        name,
        values[0],
      ] as const)
    return {
      provider: {
        async request(parameters) {
          const { answer, error } = await inPage(
            page,
            (given) => window.providerPage.ask(given),
            parameters as unknown,
          )
          if (!error) return answer
          const { code, message, isError } = error
          throw isError ? Object.assign(new Error(message), { code }) : { code, message }
        },
        on: (event: never, listener: never) =>
          listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
        removeListener: (event: never, listener: never) => listeners.get(event)?.delete(listener),
      },
      accounts: [run.account],
      chains: ['0x7a69', '0xa'],
      connect: () => call('signIn', email),
      disconnect: () => call('leave'),
      refuse: (method) => void refused.add(method),
      reached: () => reached,
      connectsByRequest: false,
      tellsOfWallet: true,
      hasKeys: true,
      stop: async () => {
        await call('leave').catch(() => undefined)
        await page.close()
      },
    }
  },
  // What cannot happen with the vault: its visitor can decline but cause no other error, and its
  // window selects neither an account nor a chain.
  [4100, 4200, 4900, 4901, -32002, -32602, -32603, -32000, -32005, 'other-account', 'other-chain'],
)
