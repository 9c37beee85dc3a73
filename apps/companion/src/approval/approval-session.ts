import {
  type Approval,
  isLocalUrl,
  ProviderError,
  readRequest,
  readyType,
  toProviderError,
  type WindowAnswer,
  type WindowRequest,
} from '@latchkey/signer'
import { createWallet, type WalletStore } from '../wallet.ts'
import { approvalTitles } from './approval-titles.ts'

/** State of the approval window. */
export type ApprovalState =
  | { readonly step: 'waiting' }
  /** `alone`: the window has no opener, or the opener sent no request. */
  | { readonly step: 'alone' }
  | {
      readonly step: 'asking'
      readonly approval: Approval
      readonly answer: (decision: boolean | readonly string[]) => void
    }
  | { readonly step: 'working' }

const connectMethods = ['eth_requestAccounts', 'wallet_requestPermissions']

/**
 * Takes the only request of the page that opened this window, asks the visitor, lets the wallet
 * sign, and answers through the page's message port.
 */
export function startApprovalSession(
  page: Window,
  store: WalletStore,
  show: (state: ApprovalState) => void,
): () => void {
  const opener = page.opener as Window | null
  if (!opener) {
    show({ step: 'alone' })
    return () => undefined
  }
  const sessionAbort = new AbortController()
  show({ step: 'waiting' })
  const noRequestTimer = setTimeout(() => show({ step: 'alone' }), 5_000)
  const receiveRequest = (event: MessageEvent): void => {
    const request = readRequest(event.data)
    const port = event.ports[0]
    // The browser guarantees `event.origin`, so a page cannot claim another page's origin.
    if (event.source !== opener || !request || !port) return
    sessionAbort.abort()
    clearTimeout(noRequestTimer)
    void answerRequest(event.origin, request, store, show).then((answer) =>
      port.postMessage(answer),
    )
  }
  page.addEventListener('message', receiveRequest, { signal: sessionAbort.signal })
  opener.postMessage({ type: readyType }, '*')
  return () => {
    clearTimeout(noRequestTimer)
    sessionAbort.abort()
  }
}

async function answerRequest(
  origin: string,
  { method, params, chain, isScripted }: WindowRequest,
  store: WalletStore,
  show: (state: ApprovalState) => void,
): Promise<WindowAnswer> {
  const mayScript = isScripted && isLocalUrl(origin)
  const shownApproval: { what: string } = { what: method }
  const wallet = createWallet(store, async (approval) => {
    shownApproval.what = describeApproval(approval)
    if (mayScript) return approval.kind === 'connect' ? approval.accounts : true
    const decision = await new Promise<boolean | readonly string[]>((answer) =>
      show({ step: 'asking', approval, answer }),
    )
    show({ step: 'working' })
    return decision
  })
  const logOutcome = (outcome: 'Approved' | 'Rejected' | 'Failed'): void =>
    store.addToLog({ at: Date.now(), origin, what: shownApproval.what, outcome })
  const readSite = (): WindowAnswer['site'] => {
    const knownSite = wallet.sites()[origin]
    const siteChain = wallet.chains().find(({ id }) => id === knownSite?.chain)
    return knownSite && siteChain ? { ...knownSite, rpcUrl: siteChain.rpcUrl } : null
  }
  try {
    // The page asks to connect only when it has no permission, so a permission stored here is out
    // of date.
    if (connectMethods.includes(method)) wallet.revoke(origin)
    else if (
      wallet.sites()[origin] &&
      method !== 'wallet_switchEthereumChain' &&
      method !== 'wallet_addEthereumChain'
    ) {
      if (!wallet.chains().some(({ id }) => id === chain)) {
        throw new ProviderError(4901, `The test wallet cannot reach chain ${chain}`)
      }
      wallet.selectChain(origin, chain)
    }
    const result = await wallet.request({ origin, method, params })
    logOutcome('Approved')
    return { result, site: readSite() }
  } catch (error) {
    const { code, message, data } = toProviderError(error)
    logOutcome(code === 4001 ? 'Rejected' : 'Failed')
    return { error: { code, message, ...(data === undefined ? {} : { data }) }, site: readSite() }
  }
}

function describeApproval(approval: Approval): string {
  switch (approval.kind) {
    case 'connect':
      return 'Connect'
    case 'message':
      return 'Sign a message'
    case 'typed-data':
      return `Sign ${approval.primaryType}`
    case 'transaction':
      return approval.data === '0x' ? 'Send coins' : 'Send a transaction'
    case 'switch-chain':
      return `Switch to ${approval.chain.name}`
    case 'add-chain':
      return `Add ${approval.chain.name}`
    default:
      return approvalTitles[approval.kind]
  }
}
