import {
  connect,
  createKit,
  getAccount,
  type Kit,
  switchAccount,
  switchChain,
  type Transport,
} from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { type AccountId, addressOf, type Chain, type ChainId } from '@latchkey/protocol'
import type { VaultSession } from '@latchkey/protocol/vault'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { vaultRemote } from './vault-remote.ts'

const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const contracts = [
  '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  // The same factory at the same place: the same address.
  '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
]
const chains: readonly Chain[] = [1, 2, 3].map((number) => ({
  id: `eip155:${number}`,
  name: `Chain ${number}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}))

/** What the frame says where contracts stand on these chains. */
function sessionOf(smart: readonly boolean[]): VaultSession {
  return {
    account: 'ada',
    identities: [{ kind: 'email', label: 'ada@shop.example' }],
    accounts: chains.flatMap(({ id }, i) => [
      ...(smart[i]
        ? [{ account: `${id}:${contracts[i]}` as AccountId, type: 'smartAccount' as const }]
        : []),
      { account: `${id}:${own}` as AccountId, type: 'eoa' as const },
    ]),
    chains: chains.map(({ id }) => id),
    isRecoverySet: false,
    expiresAt: 4_000_000_000_000,
  }
}

/** A page of a visitor who is signed in; the store is the browser's, and outlives it. */
async function page(session: VaultSession, store: Map<string, string>, isReload: boolean) {
  const remote = () =>
    vaultRemote({
      session,
      needs: { eip155: { methods: ['wallet_sendCalls', 'personal_sign'], events: [] } },
      ask: async () => null,
      end: async () => {},
    })
  const made: ReturnType<typeof remote>[] = []
  const next = () => {
    const one = remote()
    made.push(one)
    return one.remote
  }
  const transport: Transport = {
    id: 'embedded',
    wallet: { name: 'Email', keys: [], origin: 'auth' },
    start: async () => ({ session: next() }),
    restore: async () => [next()],
  }
  const kit = createKit({
    adapters: [evm({ chains })],
    transports: [transport],
    storage: {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
      removeItem: (key) => void store.delete(key),
    },
  })
  const stop = kit.subscribe(() => {})
  if (isReload)
    await vi.waitFor(() => expect(getAccount(kit).status).toBe('connected'), { interval: 1 })
  else {
    await vi.waitFor(() => expect(kit.getState().connectors.embedded).toBeDefined(), {
      interval: 1,
    })
    await connect(kit, { connector: 'embedded' })
    // What writes comes with the first connection; until then a reload finds nothing.
    await vi.waitFor(() => expect(store.has('latchkey.default.v1.connections')).toBe(true), {
      interval: 1,
    })
  }
  return { kit, stop, tell: (said: VaultSession) => made.at(-1)?.change(said) }
}
const shown = (kit: Kit): { readonly type: string | undefined; readonly chain: ChainId } => {
  const { account, accounts, chain } = getAccount(kit)
  return { type: accounts.find((one) => one.account === account)?.type, chain }
}

type Step =
  | { readonly to: number }
  | { readonly pick: 'eoa' | 'smartAccount' }
  | 'reload'
  | 'told anew'
const steps = fc.array(
  fc.oneof(
    fc.record({ to: fc.nat(2) }),
    fc.record({ pick: fc.constantFrom('eoa', 'smartAccount') }),
    fc.constant('reload'),
    fc.constant('told anew'),
  ) as fc.Arbitrary<Step>,
  { maxLength: 12 },
)

describe('vaultRemote', () => {
  test('behavior: the kind of account a visitor picked is the one shown, over chains and reloads, wherever there is one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        steps,
        async (smart, walk) => {
          const store = new Map<string, string>()
          const session = sessionOf(smart)
          let here = await page(session, store, false)
          let picked: 'eoa' | 'smartAccount' = 'smartAccount'
          let at = 0
          const check = (): void => {
            expect(shown(here.kit)).toEqual({
              type: smart[at] ? picked : 'eoa',
              chain: chains[at]?.id,
            })
            const { accounts } = getAccount(here.kit)
            // Nothing of another chain, and a contract only where it stands.
            const wished = [...(smart[at] ? [contracts[at]] : []), own]
            expect(accounts.map(({ account }) => addressOf(account))).toEqual(wished)
          }
          check()
          for (const step of walk) {
            if (step === 'reload') {
              here.stop()
              here = await page(session, store, true)
            } else if (step === 'told anew') {
              // One more account of the key's on no chain of ours changes nothing; the frame tells
              // all again.
              const more = { account: `eip155:9:${own}` as AccountId, type: 'eoa' as const }
              here.tell({ ...session, accounts: [...session.accounts, more] })
            } else if ('to' in step) {
              at = step.to
              await switchChain(here.kit, { chain: chains[at]?.id as ChainId })
            } else {
              const goal = getAccount(here.kit).accounts.find(({ type }) => type === step.pick)
              if (goal) await switchAccount(here.kit, { account: goal.account })
              // Where there is one kind only nothing was chosen.
              if (smart[at]) picked = step.pick
            }
            check()
          }
          here.stop()
        },
      ),
      { numRuns: 60 },
    )
  })

  test('behavior: kinds go with the accounts, also when the frame tells others; batches are offered', () => {
    const all = sessionOf([true, false, true])
    const { remote, change } = vaultRemote({
      session: all,
      needs: { eip155: { methods: ['wallet_sendCalls', 'eth_accounts'], events: [] } },
      ask: async () => null,
      end: async () => {},
    })
    expect(remote.namespaces.eip155?.types).toEqual({
      [`eip155:1:${contracts[0]}`]: 'smartAccount',
      [`eip155:3:${contracts[2]}`]: 'smartAccount',
    })
    expect(remote.methods.eip155).toEqual([
      'wallet_sendCalls',
      'latchkey_estimateCalls',
      'latchkey_readDelegation',
      'latchkey_endDelegation',
      'eth_sendUserOperation',
    ])
    const heard: unknown[] = []
    remote.watch((event) => heard.push(event))
    change(all)
    expect(heard).toEqual([])
    const plain = sessionOf([false, false, false])
    change(plain)
    // The same account, of another kind now: that is told as well.
    const swapped = plain.accounts.map((one, i) =>
      i === 0 ? { ...one, type: 'smartAccount' as const } : one,
    )
    change({ ...plain, accounts: swapped })
    expect(heard).toEqual([
      {
        type: 'accounts',
        namespace: 'eip155',
        accounts: plain.accounts.map(({ account }) => account),
      },
      {
        type: 'accounts',
        namespace: 'eip155',
        accounts: plain.accounts.map(({ account }) => account),
        types: { [`eip155:1:${own}`]: 'smartAccount' },
      },
    ])
  })
})
