import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { cookieToInitialState, createKit } from '@latchkey/core'
import { devnetChain } from '@latchkey/devnet'
import { evm } from '@latchkey/evm'
import { ConnectButton, createModal, NetworkButton } from '@latchkey/modal'
import { KitProvider, useAccount } from '@latchkey/react'
import { createElement, Fragment, Suspense, use } from 'react'
import { renderToPipeableStream, renderToReadableStream } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

// One kit for all visitors, as a server's module has it.
const chain = devnetChain()
const kit = createKit({ adapters: [evm({ chains: [{ ...chain, rpcUrls: [] }] })] })
const modal = createModal(kit)
const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** The cookies of a visitor who is connected with this account. */
function cookiesOf(address: string): string {
  const account = `${chain.id}:${address}`
  const accounts = [{ account, type: 'eoa' }]
  const sessions = [{ namespace: 'eip155', chains: [], accounts, selected: account }]
  const connections = [{ connector: 'injected:example.bench', sessions, hidden: [] }]
  return `latchkey.default.v1.connections=${encodeURIComponent(JSON.stringify(connections))}`
}

function Late({ data }: { data: Promise<string> }) {
  const account = useAccount()
  return createElement('output', null, `${use(data)} ${account.address ?? 'nobody'}`)
}

/** A page whose last part waits for data, so that the server writes it in a later piece. */
function drawPage(cookies: string | undefined, data: Promise<string>) {
  return createElement(
    KitProvider,
    { kit, initialState: cookieToInitialState(kit, cookies) },
    createElement(
      Fragment,
      null,
      createElement(ConnectButton, { modal }),
      createElement(NetworkButton, { modal }),
      createElement(Suspense, { fallback: 'waiting' }, createElement(Late, { data })),
    ),
  )
}

/** Streams a page as servers on Node do. */
async function pipe(cookies: string | undefined, data: Promise<string>): Promise<string> {
  const target = new PassThrough()
  const { pipe } = renderToPipeableStream(drawPage(cookies, data), {
    onShellReady: () => void pipe(target),
    onError: (error) => void target.destroy(error as Error),
  })
  return text(target)
}

/** Streams a page as servers at the edge do. */
async function read(cookies: string | undefined, data: Promise<string>): Promise<string> {
  return new Response(await renderToReadableStream(drawPage(cookies, data))).text()
}

describe.each([
  ['renderToPipeableStream', pipe],
  ['renderToReadableStream', read],
])('a page streamed by %s', (_, stream) => {
  test('default: it says who is connected, in the first piece and in the last', async () => {
    const html = await stream(cookiesOf(ada), Promise.resolve('late'))
    expect(html).toContain('aria-label="Account 0xf39F')
    expect(html).toContain(`late ${ada}`)
    expect(html).not.toContain('Connect wallet')
  })

  test('default: without cookies it says "Connect wallet"', async () => {
    const html = await stream(undefined, Promise.resolve('late'))
    expect(html).toContain('Connect wallet')
    expect(html).toContain('late nobody')
  })

  test('behavior: visitors whose pages are written at the same time never meet', async () => {
    const answers: ((text: string) => void)[] = []
    const later = () => new Promise<string>((resolve) => answers.push(resolve))
    const pages = [ada, grace].map((address) => stream(cookiesOf(address), later()))
    const nobody = stream(undefined, later())
    for (const answer of answers.reverse()) {
      answer('late')
    }
    const [first = '', second = ''] = await Promise.all(pages)
    expect([first.includes(ada), first.includes(grace)]).toEqual([true, false])
    expect([second.includes(ada), second.includes(grace)]).toEqual([false, true])
    expect(await nobody).not.toMatch(/0xf39F|0x7099/i)
    expect(kit.getState().connections).toEqual({})
  })
})
