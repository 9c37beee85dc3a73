import { readFileSync } from 'node:fs'

/**
 * Versions of the npm packages in a new app, except Latchkey's own. To raise a version, change it
 * here.
 */
export const versions = {
  '@playwright/test': '^1.65.1',
  '@sveltejs/adapter-static': '^3.0.11',
  '@sveltejs/kit': '^2.70.4',
  '@sveltejs/vite-plugin-svelte': '^6.2.3',
  '@types/node': '^20',
  '@types/react': '^19',
  '@types/react-dom': '^19',
  '@vitejs/plugin-react': '^6.3.0',
  next: '^16.4.6',
  react: '^19.3.1',
  'react-dom': '^19.3.1',
  svelte: '^5.57.3',
  'svelte-check': '^4.7.8',
  typescript: '^6.0.3',
  viem: '^2.57.1',
  vite: '^8.3.8',
} as const

/**
 * Version of Vite for SvelteKit apps: the Svelte plugin for SvelteKit 2 does not support newer
 * ones.
 */
export const viteForSvelte = '^7.1.12'

/** Docker image of Node on which the gateway's npm package runs. */
export const nodeImage = 'node:22-slim'
/** Docker images of the services that run next to the gateway. */
export const postgresImage = 'postgres:17-alpine'
export const caddyImage = 'caddy:2-alpine'

/** Version of this package; all Latchkey packages have the same version. */
export function readOwnVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return (manifest as { readonly version: string }).version
}
