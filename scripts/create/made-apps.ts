/** An app that `npm run create` makes, as somebody makes it who has only npm. */
export interface MadeApp {
  readonly name: string
  /** Arguments of `create-latchkey`, beside the folder. */
  readonly flags: readonly string[]
}

/** One app a framework, and among them each choice once. */
export const madeApps: readonly MadeApp[] = [
  { name: 'create-vite', flags: ['--template', 'vite', '--yes'] },
  {
    name: 'create-next',
    flags: ['--template', 'next', '--gateway', '--name', '@shop/next-app', '--yes'],
  },
  {
    name: 'create-sveltekit',
    flags: ['--template', 'sveltekit', '--gateway', '--chains', 'baseSepolia,sepolia', '--yes'],
  },
]
