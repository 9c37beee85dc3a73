import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChain, requireChains } from '../chains.ts'
import type { AppChoices, AppFile } from '../choices.ts'
import { type Framework, frameworks } from '../frameworks.ts'
import { planGatewayFiles } from '../gateway/plan-gateway-files.ts'
import { requireAppName } from '../target/app-name.ts'
import { readOwnVersion } from '../versions.ts'
import { writeKit } from './write-kit.ts'
import { writeManifest } from './write-manifest.ts'
import { writeReadme } from './write-readme.ts'

// The path is the same from a file in `src` and from its copy in `dist`.
const templatesFolder = fileURLToPath(new URL('../../templates', import.meta.url))

/**
 * Makes the paths and texts of all files of an app. Nothing is written, and nothing is fetched.
 * @throws `config-invalid` when npm would refuse the name, or a network is not in the catalog
 * @example
 * import { planApp } from 'create-latchkey'
 *
 * const files = planApp({ name: 'my-shop', template: 'vite', chains: ['mainnet'], hasGateway: false })
 * console.log(files.map(({ path }) => path))
 */
export function planApp(choices: AppChoices): readonly AppFile[] {
  requireAppName(choices.name)
  requireChains(choices.chains)
  const framework = frameworks[choices.template]
  const version = readOwnVersion()
  const shared = readTemplate('shared').map(({ path, text }) => ({
    path: placeSharedFile(path, framework),
    text,
  }))
  const planned = [
    { path: 'package.json', text: writeManifest(choices, version) },
    { path: framework.kitPath, text: writeKit(choices) },
    { path: 'README.md', text: writeReadme(choices) },
    ...[...shared, ...readTemplate(choices.template)].map(({ path, text }) => ({
      path,
      text: fillTemplate(text, choices),
    })),
    ...(choices.hasGateway ? planGatewayFiles(choices, version) : []),
  ]
  return planned.sort((one, other) => one.path.localeCompare(other.path, 'en'))
}

/** Reads the files of a template, with the paths that they get in an app. */
function readTemplate(name: string): AppFile[] {
  const folder = join(templatesFolder, name)
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return []
    const path = join(entry.parentPath, entry.name)
    const inApp = path.slice(folder.length + 1).replaceAll('\\', '/')
    // npm leaves a file named `.gitignore` out of a package, so the template's file is named
    // `_gitignore`.
    return [{ path: inApp.replace(/^_gitignore$/, '.gitignore'), text: readFileSync(path, 'utf8') }]
  })
}

function placeSharedFile(path: string, { stylePath }: Framework): string {
  if (path === 'app.css') return stylePath
  return path.endsWith('.spec.ts') ? `tests/${path}` : path
}

/**
 * Replaces the placeholders in a template's file. The inserted values need no escaping, because
 * none contains a special character of HTML, JavaScript, YAML or paths.
 */
function fillTemplate(text: string, { name, template, chains, hasGateway }: AppChoices): string {
  const { serve, gatewayVariable } = frameworks[template]
  const [preferred = ''] = chains
  const kept = hasGateway ? text : text.replace(/^.*__GATEWAY_VARIABLE__.*\n/gm, '')
  return kept
    .replaceAll('__GATEWAY_VARIABLE__', gatewayVariable)
    .replaceAll('__APP_NAME__', name)
    .replaceAll('__CHAIN_ID__', findChain(preferred).id)
    .replaceAll('__SERVE__', serve.script)
    .replaceAll('__HOST_FLAG__', serve.hostFlag)
}
