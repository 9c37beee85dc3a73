/** How a page embeds the vault. */
export interface Host {
  /** Headers of the page's response. */
  readonly headers?: Readonly<Record<string, string>>
  /** Attributes of the frame, beside its address. */
  readonly attributes?: string
  /** Whether the page greets the vault only when told to. */
  readonly isSilent?: boolean
  /** Target origin of the greeting; default the vault's. */
  readonly to?: string
}

/** Variables in the page. */
export interface Said {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly code: string }
  readonly nonce?: string
  readonly approval?: { readonly id: string; readonly place: string; readonly url: string } | null
}

/** A page around the vault's frame, which gives its end of the port to the test. */
export function hostPage(
  vault: string,
  { headers = {}, attributes = '', isSilent = false, to = vault }: Host,
): Response {
  const script = `
const hello = { type: 'latchkey-vault-hello', version: 1, least: 1, project: 'shop', nonce: '${'ab'.repeat(16)}' }
const said = []; let last = 0; let port
const until = (find) => new Promise((resolve) => {
  const look = () => { const one = find(); if (one) resolve(one); else setTimeout(look, 20) }; look() })
const greet = (frame) => { const line = new MessageChannel(); port = line.port1
  port.onmessage = ({ data }) => said.push(JSON.parse(data)); frame.postMessage(hello, '${to}', [line.port2]) }
const call = (method, params) => { const id = ++last; port.postMessage(JSON.stringify({ id, method, params }))
  return until(() => said.find((one) => one.id === id)) }
Object.assign(globalThis, { said, until, greet, call })
const frame = document.createElement('iframe'); frame.src = '${vault}/v/shop'
for (const text of ${JSON.stringify(attributes.split(';').filter(Boolean))}) { const [name, value = ''] = text.split(/=(.*)/s); frame.setAttribute(name, value) }
frame.width = 420; frame.height = 520
frame.addEventListener('load', () => { globalThis.isLoaded = true; ${isSilent ? '' : 'greet(frame.contentWindow)'} }, { once: true })
document.body.append(frame)`
  const html = `<!doctype html><title>Page</title><body style="margin:0"><script>${script}</script>`
  return new Response(html, { headers: { 'content-type': 'text/html', ...headers } })
}
