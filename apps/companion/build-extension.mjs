import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const here = import.meta.dirname
const own = join(here, 'src/extension')

const manifest = {
  manifest_version: 3,
  name: 'Companion (test wallet)',
  description:
    'A wallet for development: local chains and public keys only. Nothing of worth belongs here.',
  version: '0.1.0',
  // Since then with Ed25519.
  minimum_chrome_version: '137',
  permissions: ['storage', 'scripting'],
  // Where its scripts stand; what its background may speak to, the policy below says.
  host_permissions: ['http://*/*', 'https://*/*'],
  background: { service_worker: 'background.js' },
  action: { default_title: 'Companion (test wallet)', default_popup: 'window.html' },
  content_scripts: [
    // The carrier first: it must listen when the page's half begins to speak.
    { matches: ['http://*/*', 'https://*/*'], js: ['content.js'], run_at: 'document_start' },
    {
      matches: ['http://*/*', 'https://*/*'],
      js: ['in-page.js'],
      run_at: 'document_start',
      world: 'MAIN',
    },
  ],
  content_security_policy: {
    extension_pages:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src http://localhost:* http://127.0.0.1:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
}

/** Builds the browser extension into a folder, for the local chains at `LATCHKEY_{EVM,SOLANA,BITCOIN,STACKS}_PORT`. */
export async function buildExtension(outDir = join(here, 'dist-extension')) {
  // Vite asks the environment, which a test runner has set otherwise.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await buildParts(outDir)
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
  return outDir
}

async function buildParts(outDir) {
  const local = (name, port) => `http://localhost:${process.env[name] || port}`
  const nodeUrl = local('LATCHKEY_EVM_PORT', 8545)
  const families = {
    solana: local('LATCHKEY_SOLANA_PORT', 8899),
    bitcoin: local('LATCHKEY_BITCOIN_PORT', 3002),
    stacks: local('LATCHKEY_STACKS_PORT', 3999),
  }
  const shared = {
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
    define: {
      __NODE_URL__: JSON.stringify(nodeUrl),
      __FAMILY_NODES__: JSON.stringify(families),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
  }
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  await build({
    ...shared,
    root: own,
    base: './',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: { input: join(own, 'window.html') },
    },
  })
  // One file each: neither a page nor a background may load more.
  for (const [name, entry] of [
    ['background', 'background-entry.ts'],
    ['content', 'content-entry.ts'],
    ['in-page', 'page-entry.ts'],
    ['wbip-companion', 'wbip-companion-entry.ts'],
    ['wbip-leather', 'wbip-leather-entry.ts'],
    ['wbip-xverse', 'wbip-xverse-entry.ts'],
  ]) {
    const lib = {
      entry: join(own, entry),
      formats: ['iife'],
      name: 'companion',
      fileName: () => `${name}.js`,
    }
    await build({ ...shared, build: { outDir, emptyOutDir: false, lib } })
  }
  writeFileSync(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await buildExtension()
