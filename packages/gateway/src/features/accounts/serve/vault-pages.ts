import type { VaultProject, VaultWindow } from '@latchkey/protocol/vault'
import { type Context, Hono } from 'hono'
import type { ProjectStore } from '../../../data/project-store.ts'
import { projectIdShape } from '../calls/email-calls.ts'
import { refuseVault } from '../refuse-vault.ts'
import { embedOrigins, frameAncestors } from './frame-ancestors.ts'
import type { VaultFiles, VaultTemplate } from './vault-files.ts'

/** Names of the vault's windows; `stop` is the page that a link in a notice mail opens. */
const windowNames: ReadonlySet<string> = new Set<VaultWindow | 'stop'>([
  ...([
    'login',
    'approve',
    'recover',
    'recovery',
    'export',
    'way-out',
    'devices',
    'delete',
    'stop',
  ] as const),
])

const documentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types latchkey-vault',
].join('; ')

/**
 * CSP of the vault's workers, which allows the vault's scripts and no connections: a worker does
 * not inherit the CSP of its page.
 */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'none'"

const permissionsPolicy =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), display-capture=()'

interface VaultPagesDependencies {
  readonly files: VaultFiles | undefined
  readonly projects: ProjectStore
  /** Returns the project settings that the documents contain, except id and origins. */
  readonly describe: (project: string) => Omit<VaultProject, 'project' | 'origins'>
}

/**
 * Creates the routes of the vault's documents, scripts and workers: `/v/{project}`,
 * `/p/{window}/{project}`, `/assets/*`, `/w/*`.
 */
export function vaultPages({ files, projects, describe }: VaultPagesDependencies): Hono {
  const app = new Hono()

  async function serveDocument(
    context: Context,
    template: VaultTemplate | undefined,
    isFrame: boolean,
  ): Promise<Response> {
    const id = projectIdShape.safeParse(context.req.param('project'))
    const project = id.success ? await projects.find(id.data) : undefined
    if (!project)
      throw refuseVault('vault-refused', { status: 404, reason: 'There is no such project' })
    if (!template)
      throw refuseVault('vault-refused', { status: 404, reason: 'The vault is not built' })
    const origins = embedOrigins(project)
    const projectData: VaultProject = { project: project.id, origins, ...describe(project.id) }
    context.header(
      'content-security-policy',
      `${documentPolicy}; ${frameAncestors(isFrame ? origins : [])}`,
    )
    context.header('cross-origin-embedder-policy', 'require-corp')
    context.header('cross-origin-resource-policy', isFrame ? 'cross-origin' : 'same-origin')
    context.header('permissions-policy', permissionsPolicy)
    // `X-Frame-Options` keeps the documents out of frames in browsers that do not know
    // `frame-ancestors`; other browsers ignore it.
    context.header('x-frame-options', 'DENY')
    return context.html(template.head + escapeForScript(projectData) + template.tail)
  }

  app.get('/v/:project', (context) => {
    context.set('route' as never, '/v/{project}' as never)
    return serveDocument(context, files?.frame, true)
  })
  app.get('/p/:window/:project', (context) => {
    context.set('route' as never, '/p/{window}/{project}' as never)
    if (!windowNames.has(context.req.param('window')))
      throw refuseVault('vault-refused', { status: 404, reason: 'There is no such window' })
    return serveDocument(context, files?.window, false)
  })
  const serveFile = (context: Context): Response => {
    const name = context.req.path.slice(1)
    const foundFile = files?.files.get(name)
    context.set('route' as never, (name.startsWith('w/') ? '/w/*' : '/assets/*') as never)
    if (!foundFile)
      throw refuseVault('vault-refused', {
        status: 404,
        reason: 'There is nothing at this address',
      })
    const acceptsGzip = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '')
    context.header(
      'content-security-policy',
      name.startsWith('w/') ? workerPolicy : "default-src 'none'",
    )
    context.header('cross-origin-embedder-policy', 'require-corp')
    context.header('cross-origin-resource-policy', 'same-origin')
    context.header('cache-control', 'public, max-age=31536000, immutable')
    context.header('content-type', foundFile.type)
    context.header('vary', 'accept-encoding')
    if (acceptsGzip) context.header('content-encoding', 'gzip')
    return context.body(acceptsGzip ? foundFile.gzip : foundFile.bytes)
  }
  app.get('/assets/*', serveFile)
  app.get('/w/*', serveFile)
  return app
}

/**
 * Converts a value to JSON for an inline script: no string in it can end the script or open a
 * comment.
 */
function escapeForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
