import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCode } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listChainNames } from '../chains.ts'
import { type AppChoices, templateNames } from '../choices.ts'
import { describeNameFault } from '../target/app-name.ts'
import { planApp } from './plan-app.ts'

const plain: AppChoices = {
  name: 'my-shop',
  template: 'vite',
  chains: ['mainnet', 'base'],
  hasGateway: false,
}
const everywhere = [
  '.gitignore',
  'README.md',
  'package.json',
  'playwright.config.ts',
  'tests/connect.spec.ts',
  'tsconfig.json',
]
const ofTemplate = {
  vite: [
    'index.html',
    'src/App.tsx',
    'src/app.css',
    'src/kit.ts',
    'src/main.tsx',
    'src/vite-env.d.ts',
    'vite.config.ts',
  ],
  next: [
    'app/app.css',
    'app/layout.tsx',
    'app/page.tsx',
    'app/wallet.tsx',
    'lib/kit.ts',
    'next.config.ts',
  ],
  sveltekit: [
    'src/app.css',
    'src/app.d.ts',
    'src/app.html',
    'src/lib/kit.ts',
    'src/routes/+layout.svelte',
    'src/routes/+page.svelte',
    'src/routes/+page.ts',
    'svelte.config.js',
    'vite.config.ts',
  ],
}
const ofGateway = ['.env.example', 'compose.yaml', 'gateway/Caddyfile', 'gateway/latchkey.json']
const everyCombination = templateNames.flatMap((template) =>
  [false, true].map((hasGateway) => ({ template, hasGateway })),
)

function textOf(choices: AppChoices, path: string): string {
  return planApp(choices).find((file) => file.path === path)?.text ?? ''
}

describe('planApp', () => {
  test.each(everyCombination)('default: files of $template, with a gateway: $hasGateway', (one) => {
    const files = planApp({ ...plain, ...one })
    const wanted = [
      ...everywhere,
      ...ofTemplate[one.template],
      ...(one.hasGateway ? ofGateway : []),
    ]
    expect(files.map(({ path }) => path).sort()).toEqual(wanted.sort())
    for (const { path, text } of files) {
      expect(text, path).not.toMatch(/__[A-Z_]+__/)
      expect(text, path).toMatch(/\n$/)
    }
  })

  test('parameters: only an app with a gateway asks one', () => {
    for (const template of templateNames) {
      const kit = (hasGateway: boolean): string =>
        planApp({ ...plain, template, hasGateway }).find(({ path }) => path.endsWith('kit.ts'))
          ?.text ?? ''
      expect(kit(true)).toContain("gateway: { url: gateway, project: 'my-shop' }")
      expect(kit(false)).toContain('createKit')
      expect(kit(false)).not.toContain('gateway')
    }
  })

  test('parameters: name and networks stand where the app shows and uses them', () => {
    const choices = { ...plain, name: '@shop/counter.app', chains: ['sepolia', 'base'] }
    expect(textOf(choices, 'src/kit.ts')).toContain(
      "import { base, sepolia } from '@latchkey/catalog/networks'",
    )
    expect(textOf(choices, 'src/kit.ts')).toContain('evm({ chains: [sepolia, base] })')
    expect(textOf(choices, 'index.html')).toContain('<title>@shop/counter.app</title>')
    expect(textOf(choices, 'tests/connect.spec.ts')).toContain("chain: 'eip155:11155111'")
    expect(JSON.parse(textOf(choices, 'package.json'))).toMatchObject({ name: '@shop/counter.app' })
  })

  test('behavior: a name that npm accepts means nothing in HTML, scripts, YAML or paths', () => {
    const isHarmless = (name: string): boolean => /^(@[\w.-]+\/)?[\w.-]+$/.test(name)
    const units = fc.constantFrom(...'ab1@/._-"\'<>&$`{}\\ \n\0~!()*ß')
    fc.assert(
      fc.property(fc.string({ unit: units, minLength: 1, maxLength: 6 }), (name) => {
        expect(describeNameFault(name) !== undefined || isHarmless(name)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    '',
    '..',
    '../shop',
    '.shop',
    'My-Shop',
    'my shop',
    '<b>',
    "it's",
    '$(x)',
    'node_modules',
    'a'.repeat(215),
    'react',
    '@latchkey/core',
  ])('behavior: refuses the name %j', (name) => {
    expect(() => planApp({ ...plain, name })).toThrow(
      expect.toSatisfy((error: unknown) => hasCode(error, 'config-invalid')),
    )
  })

  test.each([[[]], [['mainnet', 'mainnet']], [['ethereum']], [['solana']], [['__proto__']]])(
    'behavior: refuses the networks %j',
    (chains) => {
      expect(() => planApp({ ...plain, chains })).toThrow(
        expect.toSatisfy((error: unknown) => hasCode(error, 'config-invalid')),
      )
    },
  )

  test('behavior: every EVM network of the catalog can be named', () => {
    const names = listChainNames()
    expect(names).toEqual(expect.arrayContaining(['mainnet', 'base', 'sepolia', 'zora']))
    expect(planApp({ ...plain, chains: names, hasGateway: true }).length).toBeGreaterThan(10)
  })

  test('behavior: packages of Latchkey have the version of this package, as all of them do', () => {
    const packages = join(import.meta.dirname, '../../..')
    const versions = readdirSync(packages).map((folder) => {
      const text = readFileSync(join(packages, folder, 'package.json'), 'utf8')
      const { name, version } = JSON.parse(text) as { name: string; version: string }
      return [name, `^${version}`] as const
    })
    const own = new Map(versions)
    for (const template of templateNames) {
      const { dependencies, devDependencies } = JSON.parse(
        textOf({ ...plain, template }, 'package.json'),
      ) as Record<'dependencies' | 'devDependencies', Record<string, string>>
      const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
        name.startsWith('@latchkey/'),
      )
      expect(ours.length).toBeGreaterThan(4)
      expect(ours).toEqual(ours.map(([name]) => [name, own.get(name)]))
    }
  })
})
