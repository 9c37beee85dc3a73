import { connect, disconnect, getAccount, switchAccount, switchChain } from '@latchkey/core'
import type { AccountId, ChainId } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Config } from 'wagmi'
import {
  foxId,
  openSite,
  owlId,
  type Page,
  type Site,
  sayKit,
  sayWagmi,
  type Wagmi,
} from './open-site.ts'

/** One thing that the visitor, the page or a wallet does. */
type Action = readonly [name: keyof typeof actions, choice: number]

/** A site with the page that is open now. */
interface Scene {
  readonly wagmi: Wagmi
  readonly site: Site
  page: Page
  /** What the page has asked and has no answer to yet. */
  readonly running: Set<Promise<unknown>>
}

const pick = <T>(list: readonly T[], choice: number): T => list[choice % list.length] as T
const chainIds = ['eip155:31337', 'eip155:5'] as const

const actions = {
  kitConnects: ({ page }: Scene, choice: number) =>
    connect(page.kit, { connector: pick([foxId, owlId], choice) }),
  kitDisconnects: ({ page }: Scene, choice: number) =>
    disconnect(page.kit, choice % 2 ? {} : { namespace: 'eip155' }),
  kitSwitches: ({ page }: Scene, choice: number) =>
    switchChain(page.kit, { chain: pick<ChainId>(chainIds, choice) }),
  kitSelects: async ({ page }: Scene, choice: number) => {
    const { accounts } = getAccount(page.kit, { namespace: 'eip155' })
    await switchAccount(page.kit, { account: pick(accounts, choice)?.account as AccountId })
  },
  solanaConnects: ({ page }: Scene) => {
    const connectors = Object.values(page.kit.getState().connectors)
    const found = connectors.find(({ namespaces }) => namespaces.includes('solana'))
    return connect(page.kit, { connector: found?.id ?? '' })
  },
  solanaDisconnects: ({ page }: Scene) => disconnect(page.kit, { namespace: 'solana' }),
  wagmiConnects: ({ wagmi, page }: Scene, choice: number) =>
    wagmi.actions.connect(
      page.config as Config,
      {
        connector: page.config.connectors[0],
        ...(choice % 3 === 0 && { chainId: 5 }),
      } as never,
    ),
  wagmiDisconnects: ({ wagmi, page }: Scene) => wagmi.actions.disconnect(page.config as Config),
  wagmiSwitches: ({ wagmi, page }: Scene, choice: number) =>
    wagmi.actions.switchChain(page.config as Config, { chainId: pick([31337, 5], choice) }),
  wagmiReconnects: ({ wagmi, page }: Scene) => wagmi.actions.reconnect(page.config as Config),
  walletSelects: async ({ site }: Scene, choice: number) =>
    pick([site.fox, site.owl], choice).selectAccount(pick([0, 1, 1], choice)),
  walletSwitches: async ({ site }: Scene, choice: number) =>
    pick([site.fox, site.owl], choice).selectChain(pick([31337, 5, 99], choice)),
  walletLocks: async ({ site }: Scene, choice: number) => pick([site.fox, site.owl], choice).lock(),
  walletUnlocks: async ({ site }: Scene, choice: number) =>
    pick([site.fox, site.owl], choice).unlock(),
  walletRevokes: async ({ site }: Scene, choice: number) =>
    pick([site.fox, site.owl], choice).revoke(),
  visitorDeclines: async ({ site }: Scene, choice: number) => {
    site.fox.behave('approve')
    if (choice % 2) site.fox.behave('reject', 'eth_requestAccounts')
    if (choice % 3) site.fox.behave('reject', 'wallet_switchEthereumChain')
  },
  pageReloads: async (scene: Scene, choice: number, earlier: readonly Promise<unknown>[]) => {
    // What the old page still waits for would answer wagmi's one `reconnect` of this process.
    await Promise.all(earlier)
    scene.page.stop()
    scene.page = scene.site.load()
    // A page without the kit's own components leaves it to wagmi to start the kit.
    if (choice % 2) scene.page.start()
    return scene.wagmi.actions.reconnect(scene.page.config as Config)
  },
}

const action: fc.Arbitrary<Action> = fc.tuple(
  fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
  fc.nat(5),
)

/** Does it, and notes it for the wait; that something is refused is no fault. */
function act(scene: Scene, [name, choice]: Action): Promise<unknown> {
  const earlier = [...scene.running]
  const done = Promise.resolve()
    .then((): Promise<unknown> => actions[name](scene, choice, earlier))
    .catch(() => undefined)
  scene.running.add(done)
  void done.finally(() => scene.running.delete(done))
  return done
}

/** Waits until nobody waits for anything, and then until both sides say the same. */
async function expectAgreement({ wagmi, page, running }: Scene): Promise<void> {
  await Promise.all(running)
  await vi.waitFor(
    () => {
      const kit = sayKit(page)
      expect(['connected', 'disconnected']).toContain(kit.status)
      expect(sayWagmi(wagmi, page)).toEqual(kit)
    },
    { timeout: 5_000, interval: 1 },
  )
}

/** The property that wagmi and the kit never disagree, whoever does what. */
export function describeStates(load: () => Promise<Wagmi>): void {
  it('default: after whatever happens on either side, both say the same', async () => {
    const wagmi = await load()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 20 }),
        async (batches) => {
          const site = openSite(wagmi)
          const scene: Scene = { wagmi, site, page: site.load(), running: new Set() }
          scene.page.start()
          try {
            for (const batch of batches) {
              for (const one of batch) {
                void act(scene, one)
              }
              await expectAgreement(scene)
            }
          } finally {
            scene.page.stop()
          }
        },
      ),
      { numRuns: 50, endOnFailure: true },
    )
  }, 240_000)
}
