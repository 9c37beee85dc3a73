/** One bundler with the most ordinary production build of its documentation. */
export interface Bundler {
  /** Its key in `scripts/budgets.json` and the name of its folders. */
  readonly id: string
  /** What readers know it by. */
  readonly name: string
  /** Which of its two compilers, where it has two. */
  readonly compiler?: string
  /** Packages beside React that an app with it installs. */
  readonly packages: Readonly<Record<string, string>>
  /** Folder below `pages` with its configuration. */
  readonly pages: string
  /** Where the app imports `createKit` from, if not from the package's index. */
  readonly kitFrom?: string
  /** Program below `node_modules` and its arguments, run in the app's folder. */
  readonly build: readonly string[]
  /** Folder of the built scripts; a page that its own server delivers is started by `serve`. */
  readonly output: string
  readonly serve?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const next = {
  packages: { next: '16.4.6' },
  pages: 'next',
  output: '.next/static',
  serve: ['next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', '0'],
  env: { NEXT_TELEMETRY_DISABLED: '1' },
}

/** The bundlers whose users get the budgets, each at one version. */
export const bundlers: readonly Bundler[] = [
  {
    id: 'vite',
    name: 'Vite',
    packages: { vite: '8.3.8', '@vitejs/plugin-react': '6.3.0' },
    pages: 'vite',
    build: ['vite/bin/vite.js', 'build'],
    output: 'dist',
  },
  {
    id: 'next-turbopack',
    name: 'Next',
    compiler: 'Turbopack',
    ...next,
    build: ['next/dist/bin/next', 'build'],
  },
  {
    id: 'next-webpack',
    name: 'Next',
    compiler: 'webpack',
    ...next,
    build: ['next/dist/bin/next', 'build', '--webpack'],
  },
  {
    id: 'webpack',
    name: 'webpack',
    // Newer versions of its command line need Node 22.
    packages: { webpack: '5.112.2', 'webpack-cli': '6.0.1' },
    pages: 'webpack',
    build: ['webpack-cli/bin/cli.js', 'build'],
    output: 'dist',
  },
  {
    id: 'esbuild',
    name: 'esbuild',
    packages: { esbuild: '0.28.2' },
    pages: 'esbuild',
    // It splits by files: an index brings every file of it that any part of the page uses.
    kitFrom: '@latchkey/core/create-kit',
    // Without these two it writes one file, with everything that should come late.
    build: [
      'esbuild/bin/esbuild',
      'main.js',
      '--bundle',
      '--minify',
      '--splitting',
      '--format=esm',
      '--outdir=dist',
    ],
    output: 'dist',
  },
  {
    id: 'rollup',
    name: 'Rollup',
    packages: {
      rollup: '4.68.7',
      '@rollup/plugin-node-resolve': '16.0.3',
      '@rollup/plugin-commonjs': '29.0.3',
      '@rollup/plugin-replace': '6.0.3',
      '@rollup/plugin-terser': '1.0.2',
    },
    pages: 'rollup',
    build: ['rollup/dist/bin/rollup', '--config'],
    output: 'dist',
  },
]

/** Name and version, such as `Next 16.4.6, Turbopack`. */
export function fullName({ name, compiler, packages }: Bundler): string {
  const [version] = Object.values(packages)
  return `${name} ${version}${compiler ? `, ${compiler}` : ''}`
}
