/**
 * A browser's jar and its redirects, on loopback: `__Host-` cookies come back as Chromium sends
 * them.
 */
export interface Walk {
  /**
   * One request with the cookies of its host; redirects are not followed. @param isCrossSite - a
   * POST of another site: no Lax cookie comes along
   */
  go(url: URL | string, init?: RequestInit, isCrossSite?: boolean): Promise<Response>
  /** Cookies of a host, as `name=value`. */
  readonly jar: Map<string, Map<string, string>>
}

/** @param own - answers for the origin it stands for, without a server */
export function newWalk(own: {
  readonly origin: string
  fetch(request: Request): Promise<Response> | Response
}): Walk {
  const jar = new Map<string, Map<string, string>>()
  return {
    jar,
    async go(at, init = {}, isCrossSite = false) {
      const url = new URL(at)
      const held = jar.get(url.host) ?? new Map<string, string>()
      jar.set(url.host, held)
      const headers = new Headers(init.headers)
      const cookie = [...held].map(([name, value]) => `${name}=${value}`).join('; ')
      if (cookie && !isCrossSite) headers.set('cookie', cookie)
      const asked = { ...init, headers, redirect: 'manual' as const }
      headers.set('host', url.host)
      const answer =
        url.origin === own.origin
          ? await own.fetch(new Request(url, asked))
          : await fetch(url, { ...asked, headers })
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? []
        if (value) held.set(name, value)
        else held.delete(name)
      }
      return answer
    },
  }
}
