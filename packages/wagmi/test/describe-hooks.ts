import { connect, disconnect, getAccount, switchAccount, switchChain } from '@latchkey/core'
import { addresses, devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { LatchkeyError } from '@latchkey/protocol'
import { act } from 'react'
import { erc20Abi, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Config } from 'wagmi'
import { type Mounted, mountHooks, treeOf, unmountTree } from './mount-hooks.ts'
import { openDom } from './open-dom.ts'
import {
  ada,
  foxId,
  grace,
  openSite,
  owlId,
  type Page,
  type Site,
  type Wagmi,
} from './open-site.ts'

const run = {} as {
  devnet: EvmDevnet
  wagmi: Wagmi
  site: Site
  closeDom?: (() => void) | undefined
}
const cleanups: (() => unknown)[] = []
const connectedText = `connected ${ada} on 31337`

/** wagmi's hooks on a real chain, with a wallet that a visitor connects by the kit. */
export function describeHooks(load: () => Promise<Wagmi>): void {
  beforeAll(async () => {
    // React looks once whether there is a page.
    const closeDom = openDom()
    await import('react-dom/client')
    closeDom()
    ;[run.devnet, run.wagmi] = await Promise.all([startEvmDevnet(), load()])
  })
  afterAll(() => run.devnet?.stop())
  beforeEach(() => {
    const chain = devnetChain(run.devnet.url)
    run.site = openSite(run.wagmi, {
      rpcUrl: run.devnet.url,
      chains: [chain, { ...chain, id: 'eip155:5', name: 'Other' }],
    })
  })
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) {
      await cleanup()
    }
  })

  it('default: useConnect, useBalance, useSignMessage, useWriteContract, useSendCalls', async () => {
    const { page, mounted } = await openPage()
    const hosts = vi.spyOn(globalThis, 'fetch')
    cleanups.push(() => hosts.mockRestore())
    expect(mounted.text()).toBe('disconnected nobody on 31337')
    await connectByHook(mounted)
    await expectText(mounted, connectedText)
    expect(getAccount(page.kit, { namespace: 'eip155' }).status).toBe('connected')

    await expectSoon(mounted, () => expect(mounted.hooks().balance.data?.value).toBeGreaterThan(0n))
    const message = 'a message for a stranger'
    const signature = await mounted.run(() =>
      mounted.hooks().signMessage.signMessageAsync({ message }),
    )
    expect(await verifyMessage({ address: ada, message, signature })).toBe(true)

    const hash = await mounted.run(() =>
      mounted.hooks().writeContract.writeContractAsync({
        address: addresses.usdc,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [grace, 1_000_000n],
      }),
    )
    const receipt = await mounted.run(() =>
      run.wagmi.actions.waitForTransactionReceipt(page.config as Config, { hash }),
    )
    expect(receipt.status).toBe('success')

    run.site.fox.behave({ lie: { id: '0x51' } }, 'wallet_sendCalls')
    const { id } = await mounted.run(() =>
      mounted.hooks().sendCalls.sendCallsAsync({ calls: [{ to: grace, value: 1n }] }),
    )
    expect(id).toBe('0x51')

    const asked = run.site.fox.requests.map(({ method }) => method)
    expect(asked).toContain('wallet_sendCalls')
    // Reads go to the owner's node alone, and not to the wallet.
    expect(asked).not.toContain('eth_getBalance')
    const urls = hosts.mock.calls.map(([url]) => new URL(String(url)).origin)
    expect(new Set(urls)).toEqual(new Set([new URL(run.devnet.url).origin]))
  })

  it('default: useSwitchChain and useDisconnect reach the kit', async () => {
    const { page, mounted } = await openPage()
    await mounted.run(() => mounted.hooks().switchChain.switchChainAsync({ chainId: 5 }))
    await expectSoon(mounted, () => expect(kitAccount(page).chain).toBe('eip155:5'))
    await connectByHook(mounted)
    await mounted.run(() => mounted.hooks().switchChain.switchChainAsync({ chainId: 5 }))
    await expectText(mounted, `connected ${ada} on 5`)
    expect([kitAccount(page).chain, run.site.fox.state().chain]).toEqual(['eip155:5', 'eip155:5'])
    await mounted.run(() => mounted.hooks().disconnect.disconnectAsync())
    await expectText(mounted, 'disconnected nobody on 5')
    expect([kitAccount(page).status, run.site.fox.state().isAuthorized]).toEqual([
      'disconnected',
      false,
    ])
  })

  it('behavior: what the kit does, wagmi’s hooks say', async () => {
    const { page, mounted } = await openPage()
    const { kit } = page
    await mounted.run(() => connect(kit, { connector: owlId }))
    await expectText(mounted, connectedText)
    await mounted.run(() => switchChain(kit, { chain: 'eip155:5' }))
    await expectText(mounted, `connected ${ada} on 5`)
    await mounted.run(async () => switchAccount(kit, { account: `eip155:5:${grace}` }))
    await expectText(mounted, `connected ${grace} on 5`)
    const solanaId = Object.values(kit.getState().connectors).find(({ namespaces }) =>
      namespaces.includes('solana'),
    )?.id
    await mounted.run(() => connect(kit, { connector: solanaId ?? '' }))
    expect(kit.getState().namespace).toBe('solana')
    await expectText(mounted, `connected ${grace} on 5`)
    await mounted.run(() => disconnect(kit, { namespace: 'solana' }))
    await expectText(mounted, `connected ${grace} on 5`)
    await mounted.run(() => disconnect(kit))
    await expectText(mounted, 'disconnected nobody on 5')
  })

  it('behavior: a visitor who declines or closes the dialog rejects, as wagmi’s users know it', async () => {
    const { mounted } = await openPage()
    run.site.fox.behave('reject')
    await expect(connectByHook(mounted)).rejects.toMatchObject({ name: 'UserRejectedRequestError' })
    await expectText(mounted, 'disconnected nobody on 31337')
    run.site.chooseWallet = () => Promise.reject(new LatchkeyError('modal-closed'))
    await expect(connectByHook(mounted)).rejects.toMatchObject({ name: 'UserRejectedRequestError' })
    run.site.fox.behave('approve')
    run.site.chooseWallet = (kit) => connect(kit, { connector: foxId })
    await connectByHook(mounted)
    run.site.fox.behave('reject')
    const { hooks } = mounted
    await expect(
      mounted.run(() => hooks().switchChain.switchChainAsync({ chainId: 5 })),
    ).rejects.toMatchObject({ name: 'UserRejectedRequestError' })
    await expect(
      mounted.run(() => hooks().signMessage.signMessageAsync({ message: 'no' })),
    ).rejects.toMatchObject({ name: 'UserRejectedRequestError' })
    await expectText(mounted, connectedText)
  })

  it('behavior: after a reload it is connected again, and nobody is asked', async () => {
    const first = await openPage()
    await connectByHook(first.mounted)
    await first.mounted.unmount()
    const prompts = run.site.fox.prompts()
    const { page, mounted } = await openPage()
    await expectText(mounted, connectedText)
    expect([kitAccount(page).status, run.site.fox.prompts()]).toEqual(['connected', prompts])
  })

  it('behavior: a server shows the account of the cookie, and the page takes it over', async () => {
    const { main } = run.wagmi
    const firstDom = openDom()
    const site = openSite(run.wagmi, {
      chains: [devnetChain(run.devnet.url)],
      config: { ssr: true, storage: main.createStorage({ storage: main.cookieStorage }) },
    })
    const first = site.load()
    first.start()
    await connect(first.kit, { connector: foxId })
    await vi.waitFor(() => expect(document.cookie).toContain(ada), { timeout: 10_000 })
    const cookie = document.cookie
    first.stop()
    firstDom()

    const server = site.load()
    const stateOf = (page: Page) => main.cookieToInitialState(page.config as never, cookie)
    const { renderToString } = await import('react-dom/server')
    const html = renderToString(treeOf(run.wagmi, server, { initialState: stateOf(server) }))
    expect(html).toBe(`reconnecting ${ada} on 31337`)
    expect(server.kit.getState().connections).toEqual({})

    cleanups.push(openDom())
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie of the visitor's first page
    document.cookie = cookie
    const page = site.load()
    const home = document.createElement('div')
    home.innerHTML = html
    const complaints = vi.spyOn(console, 'error')
    cleanups.push(() => complaints.mockRestore())
    const shown: string[] = []
    const { hydrateRoot } = await import('react-dom/client')
    const root = await act(async () =>
      hydrateRoot(
        home,
        treeOf(run.wagmi, page, {
          initialState: stateOf(page),
          seen: ({ account }) => shown.push(account.address ?? 'nobody'),
        }),
        { onRecoverableError: (error) => complaints(error) },
      ),
    )
    cleanups.push(() => unmountTree(root))
    await vi.waitFor(
      async () => {
        await act(async () => {})
        expect(home.textContent).toBe(connectedText)
      },
      { timeout: 10_000 },
    )
    expect(new Set(shown)).toEqual(new Set([ada]))
    expect(complaints.mock.calls).toEqual([])
  })
}

function kitAccount({ kit }: Page) {
  return getAccount(kit, { namespace: 'eip155' })
}

async function openPage(): Promise<{ readonly page: Page; readonly mounted: Mounted }> {
  if (!run.closeDom) {
    const closeDom = openDom()
    run.closeDom = closeDom
    cleanups.push(() => {
      run.closeDom = undefined
      closeDom()
    })
  }
  const page = run.site.load()
  const mounted = await mountHooks(run.wagmi, page)
  cleanups.push(mounted.unmount)
  return { page, mounted }
}

function connectByHook({ hooks, run: inAct }: Mounted): Promise<unknown> {
  const { connectAsync, connectors } = hooks().connect
  return inAct(() => connectAsync({ connector: connectors[0] } as never))
}

/** Looks again until it is true, however long chunks and nodes take. */
function expectSoon({ run: inAct }: Mounted, check: () => void): Promise<void> {
  return vi.waitFor(
    async () => {
      await inAct(async () => {})
      check()
    },
    { timeout: 20_000 },
  )
}

function expectText(mounted: Mounted, text: string): Promise<void> {
  return expectSoon(mounted, () => expect(mounted.text()).toBe(text))
}
