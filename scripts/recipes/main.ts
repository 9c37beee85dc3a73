import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readSources } from '../check/source-file.ts'
import { runStep, type Step } from '../step.ts'
import { changedFiles, commitAll, copyRepository, linkWorkspace } from './copy.ts'
import { listRecipes } from './list-recipes.ts'
import { insertLines, type Recipe } from './recipe.ts'
import { countTouched, readTable, type Touched, tableFaults } from './table.ts'

// Usage: npm run recipes [-- --keep]; `--keep` leaves the copy for looking at it.
const root = resolve(import.meta.dirname, '../..')
const fromSource = ['--conditions=latchkey-source', '--import', 'tsx']
const recipes = listRecipes(root)

/** Writes the new files and makes the insertions. */
function applyRecipe(folder: string, { name, files, edits }: Recipe): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    if (existsSync(file)) throw new Error(`${name}: ${path} is not new`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    const [, workspace] = /^packages\/([^/]+)\/package\.json$/.exec(path) ?? []
    if (workspace) linkWorkspace(folder, workspace, `../../packages/${workspace}`)
  }
  for (const edit of edits) {
    const file = join(folder, edit.path)
    writeFileSync(file, insertLines(readFileSync(file, 'utf8'), edit))
  }
}

function proofs(folder: string): readonly Step[] {
  const bin = (name: string) => join(folder, 'node_modules', name)
  const tests = recipes.flatMap((recipe) => recipe.tests)
  return [
    {
      name: 'types',
      command: [process.execPath, bin('typescript/bin/tsc'), '-p', 'tsconfig.json'],
    },
    {
      name: `${tests.length} files of tests`,
      command: [
        process.execPath,
        bin('vitest/vitest.mjs'),
        'run',
        '--reporter=dot',
        '--no-color',
        '--project',
        'unit*',
        ...tests,
      ],
    },
  ]
}

const failed: string[] = []
function report(name: string, output: string, isGood: boolean): void {
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${name}`)
  if (isGood) return
  failed.push(name)
  console.log(output.trimEnd().split('\n').slice(-120).join('\n'))
}

async function runSteps(steps: readonly Step[], folder: string): Promise<void> {
  await Promise.all(
    steps.map(async (step) => {
      const { code, output, seconds } = await runStep(step, folder)
      report(`${step.name} (${seconds} s)`, output, code === 0)
    }),
  )
}

/** A module of the copy's own checks, whose tables a recipe may have changed. */
async function importCopied<Module>(name: string): Promise<Module> {
  const path = join(folder, 'scripts/check', `${name}.ts`)
  return (await import(pathToFileURL(path).href)) as Module
}

const began = Date.now()
const folder = copyRepository(root)
try {
  const found = new Map<string, Touched>()
  for (const recipe of recipes) {
    applyRecipe(folder, recipe)
    const paths = changedFiles(folder)
    found.set(recipe.name, countTouched(paths))
    commitAll(folder, recipe.name)
    console.log(`     ${recipe.name}: ${paths.join(', ') || 'no existing file'}`)
  }
  for (const args of recipes.flatMap(({ generate = [] }) => generate)) {
    await runSteps(
      [{ name: args.join(' '), command: [process.execPath, ...fromSource, ...args] }],
      folder,
    )
  }
  const table = readTable(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))
  const faults = tableFaults(table, found)
  report('the table in ARCHITECTURE.md', faults.join('\n'), faults.length === 0)
  const { layerFaults } = await importCopied<typeof import('../check/layers.ts')>('layers')
  const { cycles } = await importCopied<typeof import('../check/cycles.ts')>('cycles')
  const files = readSources(folder)
  const misplaced = [...layerFaults(files), ...cycles(files).map((cycle) => cycle.join(' → '))]
  report('layers and cycles', misplaced.join('\n'), misplaced.length === 0)
  await runSteps(proofs(folder), folder)
} finally {
  if (process.argv.includes('--keep')) console.log(`kept ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
}
const seconds = Math.round((Date.now() - began) / 1000)
console.log(
  failed.length === 0
    ? `recipes: all true in ${seconds} s`
    : `recipes: failed in ${seconds} s: ${failed.join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
