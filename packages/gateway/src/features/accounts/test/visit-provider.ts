import { type Browser, origin } from './make-logins.ts'

/** A window at a provider's door. */
export interface ProviderVisit {
  readonly window: Browser
  readonly to: URL
}

/** Signs in there as the visitor does; what the browser is told to bring back. */
export async function visit(
  { to, window: { walk } }: ProviderVisit,
  fields: Record<string, string>,
): Promise<Request> {
  const follow = async (
    url: URL,
    init?: RequestInit,
  ): Promise<Request | { at: URL; text: string }> => {
    const answer = await walk.go(url, init)
    const location = answer.headers.get('location')
    if (!location) return { at: url, text: await answer.text() }
    const next = new URL(location, url)
    return next.origin === origin ? new Request(next) : follow(next)
  }
  const page = await follow(to)
  if (page instanceof Request) return page
  const back = await follow(page.at, { method: 'POST', body: new URLSearchParams(fields) })
  if (back instanceof Request) return back
  const action = /<form method="post" action="([^"]+)"/.exec(back.text)?.[1]
  if (!action) throw new Error(back.text)
  const plain = (text = '') =>
    text.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&')
  const inputs = [...back.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const body = new URLSearchParams(
    inputs.map(([, name = '', value]): [string, string] => [name, plain(value)]),
  )
  return new Request(plain(action), { method: 'POST', body })
}
/** Brings it back; a post comes from another site, and the redirect after it does not. */
export async function back({ walk }: Browser, request: Request): Promise<Response> {
  if (request.method === 'GET') return walk.go(request.url)
  const body = await request.clone().text()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await walk.go(request.url, { method: 'POST', body, headers }, true)
  const location = answer.headers.get('location')
  return location ? walk.go(new URL(location, origin)) : answer
}
