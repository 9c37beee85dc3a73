/**
 * A browser as far as a sign-in needs one: it keeps cookies and follows redirects on the provider's
 * own origin.
 */
export interface Walker {
  /** Opens the address; answers the sign-in page, or where it was sent off to. */
  open(
    url: URL | string,
  ): Promise<{ readonly status: number; readonly at: URL; readonly text: string }>
  /** Fills the sign-in form of this page; answers as what the browser then asks the client. */
  submit(at: URL, fields: Readonly<Record<string, string>>): Promise<Request>
}

/** A walker with an empty jar. */
export function newWalker(): Walker {
  const jar = new Map<string, string>()
  const go = async (url: URL, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return answer
  }
  const follow = async (url: URL, init?: RequestInit): Promise<{ answer?: Response; at: URL }> => {
    const answer = await go(url, init)
    const location = answer.headers.get('location')
    if (!location) return { answer, at: url }
    const next = new URL(location, url)
    await answer.body?.cancel()
    return next.origin === url.origin ? follow(next) : { at: next }
  }
  return {
    async open(url) {
      const { answer, at } = await follow(new URL(url))
      return { status: answer?.status ?? 302, at, text: (await answer?.text()) ?? '' }
    },
    async submit(at, fields) {
      const { answer, at: end } = await follow(at, {
        method: 'POST',
        body: new URLSearchParams(fields),
      })
      if (!answer) return new Request(end)
      const text = await answer.text()
      const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1]
      if (!action) throw new Error(`no way back: ${answer.status} ${text}`)
      const inputs = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
      const plain = (value: string) =>
        value
          .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
          .replace(
            /&(amp|lt|gt|quot);/g,
            (_, n) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[n as 'amp'],
          )
      const body = new URLSearchParams(
        inputs.map(([, name = '', value = '']): [string, string] => [name, plain(value)]),
      )
      return new Request(plain(action), { method: 'POST', body })
    },
  }
}
