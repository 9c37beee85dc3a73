import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser, ensureHeadless } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { lacks } from './lacks.mjs'
import { ensurePostgres } from './postgres.mjs'
import { ensureRedis } from './redis.mjs'
import { root, run } from './run.mjs'
import { slowTests } from './slow-tests.mjs'
import { floorFaults } from './test-floors.mjs'

/**
 * Installs what the tests need, runs the stages one after the other, and prints what failed, what
 * was slow and the sums.
 * @param stages name of each stage → pattern of its Vitest projects
 * @param isCounted whether a project of `test-floors.json` belongs to these stages
 * @param extra further arguments of Vitest, such as paths
 * @returns the exit code
 */
export async function runTests(stages, isCounted, extra) {
  await ensureInstalled()
  const browser = await ensureBrowser()
  const headless = await ensureHeadless(browser)
  const redis = await ensureRedis()
  const postgres = await ensurePostgres()
  const lacking = lacks({ redis, postgres })
  if (lacking) console.log(lacking)

  const reports = join(root, '.cache/test')
  mkdirSync(reports, { recursive: true })

  const total = { passed: 0, failed: 0, skipped: 0 }
  const rows = []
  const faults = []
  const counts = {}
  const times = []
  for (const [stage, projects] of Object.entries(stages)) {
    const report = join(reports, `${stage}.json`)
    const counted = join(reports, `${stage}.counts.json`)
    for (const file of [report, counted]) rmSync(file, { force: true })
    const began = Date.now()
    const code = await run(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        projects,
        '--reporter=default',
        '--reporter=json',
        `--reporter=${join(root, 'scripts/count-by-project.mjs')}`,
        `--outputFile.json=${report}`,
        ...(extra.length > 0 ? ['--passWithNoTests'] : []),
        ...extra,
      ],
      {
        env: {
          LATCHKEY_CHROMIUM: browser,
          LATCHKEY_HEADLESS: headless,
          LATCHKEY_TEST_COUNTS: counted,
          ...(redis ? { LATCHKEY_REDIS_SERVER: redis } : {}),
          ...(postgres ? { LATCHKEY_POSTGRES_BIN: postgres } : {}),
        },
      },
    )
    const count = read(report)
    const reported = readCounts(counted)
    Object.assign(counts, reported.counts)
    times.push(...reported.times)
    faults.push(...count.faults.map((fault) => `${stage}: ${fault}`))
    // A file that fails to load makes Vitest fail without a failing test.
    if (code !== 0 && count.failed === 0) count.failed = 1
    for (const key of Object.keys(total)) total[key] += count[key]
    rows.push(`${stage.padEnd(8)} ${line(count)} (${Math.round((Date.now() - began) / 1000)} s)`)
    if (code === 130) return 130
  }

  // The minimums apply to a whole run only, not to selected files.
  const floors = JSON.parse(readFileSync(join(root, 'scripts/test-floors.json'), 'utf8'))
  const ownFloors = Object.fromEntries(
    Object.entries(floors).filter(([project]) => isCounted(project)),
  )
  const tooFew = extra.length > 0 ? [] : floorFaults(counts, ownFloors)
  total.failed += tooFew.length
  faults.push(...tooFew)

  // Printed last, because the end of a long run is what people read.
  for (const fault of faults) console.log(`\n${fault}`)
  const slow = slowTests(times)
  if (slow.length > 0) console.log(`\n${slow.join('\n')}`)
  console.log(`\n${rows.join('\n')}`)
  if (lacking) console.log(lacking)
  if (total.skipped > 0)
    console.log('A skipped test counts as a failure here: delete it or make it run.')
  console.log(line(total))
  return total.failed > 0 || total.skipped > 0 || total.passed === 0 ? 1 : 0
}

function read(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'))
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      faults: report.testResults.flatMap(({ name, message, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed')
        if (failed.length === 0)
          return message ? [`${relative(root, name)}\n${message.slice(0, 1000)}`] : []
        return failed.map(
          ({ fullName, failureMessages }) =>
            `${relative(root, name)}\n${fullName}\n${failureMessages.join('\n').slice(0, 1000)}`,
        )
      }),
    }
  } catch {
    return { passed: 0, failed: 0, skipped: 0, faults: [] }
  }
}

function readCounts(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { counts: {}, times: [] }
  }
}

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
