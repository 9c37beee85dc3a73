import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenLoopback } from '../serve/listen-loopback.ts'
import { escapeText, sendJson, sendPage } from '../serve/page.ts'
import type { AnswerRequest, PlayStage } from './play.ts'
import {
  appleClientKey,
  type ClientKey,
  clientIdOf,
  clientSecretOf,
  type Player,
  type ProviderId,
  players,
} from './players.ts'
import { makeRedirectCheck } from './redirects.ts'

/**
 * Addresses and client credentials of a simulated provider, as an operator configures them in a
 * gateway.
 */
export interface PlayedProvider {
  readonly name: string
  /** Issuer whose discovery document is below this URL; absent for plain OAuth 2 providers. */
  readonly issuer?: string
  readonly authorize: string
  readonly token: string
  readonly userinfo?: string
  readonly emails?: string
  readonly jwks?: string
  readonly clientId: string
  /** Client secret; absent for a client that signs its secrets with `clientKey`. */
  readonly clientSecret?: string
  readonly clientKey?: ClientKey
}

/** The six simulated providers, running. */
export interface OpenIdProvider {
  readonly url: string
  readonly providers: Readonly<Record<ProviderId, PlayedProvider>>
  stop(): Promise<void>
}

/**
 * Simulates Google, X, Discord, Apple, GitHub and Facebook on loopback, each below `/{id}` with its
 * own paths and quirks; any identity is accepted. `port` 0 (the default) lets the operating system
 * choose.
 * @param options.redirectUris - exact addresses, or origins, all on loopback; default: any loopback
 *   address
 */
export async function startOpenIdProvider(
  options: { readonly port?: number; readonly redirectUris?: readonly string[] } = {},
): Promise<OpenIdProvider> {
  const isRegistered = makeRedirectCheck(options.redirectUris)
  const providerState: { url: string; readonly plays: Map<ProviderId, Promise<AnswerRequest>> } = {
    url: '',
    plays: new Map(),
  }
  const openPlayOnce = (player: Player) => {
    // Each provider starts at its first request, because generating its keys and loading its
    // libraries takes time.
    const answerRequestOfPlayer =
      providerState.plays.get(player.id) ??
      openPlay({ player, base: `${providerState.url}/${player.id}`, isRegistered })
    providerState.plays.set(player.id, answerRequestOfPlayer)
    return answerRequestOfPlayer
  }
  const server = await listenLoopback(options.port ?? 0, (request, response) => {
    answerRequest(openPlayOnce, request, response).catch((error: unknown) => {
      if (!response.headersSent)
        sendJson(response, 500, { error: 'server_error', error_description: String(error) })
    })
  })
  providerState.url = server.url
  return { url: server.url, providers: providersAt(server.url), stop: server.stop }
}

async function openPlay(stage: PlayStage): Promise<AnswerRequest> {
  const { id } = stage.player
  if (id === 'x') return (await import('./play-x.ts')).playX(stage)
  if (id === 'github') return (await import('./play-github.ts')).playGitHub(stage)
  const [{ playOidc }, { oidcQuirks }] = await Promise.all([
    import('./oidc-player.ts'),
    import('./oidc-quirks.ts'),
  ])
  return playOidc(stage, oidcQuirks[id](stage.base))
}

async function answerRequest(
  openPlayOnce: (player: Player) => Promise<AnswerRequest>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const [, id = '', path = ''] = /^\/([a-z]+)(\/.*)$/.exec(url.pathname) ?? []
  const player = players.find((candidate) => candidate.id === id)
  if (player) {
    url.pathname = path
    return (await openPlayOnce(player))(request, response, url)
  }
  if (url.pathname !== '/') return sendJson(response, 404, { error: 'not found' })
  const names = players.map(
    (candidate) =>
      `<li>${escapeText(candidate.name)}: <code>/${candidate.id}${escapeText(candidate.paths.authorize)}</code></li>`,
  )
  return sendPage(response, {
    title: 'Test sign-in',
    body: `<h1>Test sign-in</h1><p class="note">Plays these providers for development on this computer. None of them is asked anything.</p><ol>${names.join('')}</ol>`,
  })
}

/**
 * The addresses and client credentials of the simulated providers, for servers that run at `url`.
 */
export function providersAt(url: string): Readonly<Record<ProviderId, PlayedProvider>> {
  const entries = players.map(({ id, name, isOpenId, paths }): [string, PlayedProvider] => {
    const base = `${url}/${id}`
    const endpointUrls = Object.entries(paths).map(
      ([what, path]) => [what, `${base}${path}`] as const,
    )
    return [
      id,
      {
        name,
        ...(isOpenId ? { issuer: base } : {}),
        ...(Object.fromEntries(endpointUrls) as Pick<PlayedProvider, 'authorize' | 'token'>),
        clientId: clientIdOf(id),
        ...(id === 'apple'
          ? { clientKey: appleClientKey() }
          : { clientSecret: clientSecretOf(id) }),
      },
    ]
  })
  return Object.fromEntries(entries) as Record<ProviderId, PlayedProvider>
}
