import type { Browser } from 'playwright-core'
import { type AppBytes, appBytes } from './app-bytes.ts'
import { type AppKind, buildApp } from './build-app.ts'
import { type Bundler, bundlers, fullName } from './bundlers.ts'
import type { BundlerFigures } from './figures.ts'
import { installPacked } from './install-packed.ts'
import { serveApp } from './serve-app.ts'

interface Measured extends AppBytes {
  readonly built: number
}

/**
 * Builds the page of `examples/minimal` and the same without Latchkey with each bundler, from
 * packed packages, and presses the button of each.
 * @param home - folder of `buildPackages`
 */
export async function measureBundlers(
  root: string,
  home: string,
  browser: Browser,
): Promise<readonly BundlerFigures[]> {
  const apps = await installPacked(root, home)
  const all: BundlerFigures[] = []
  for (const bundler of bundlers) {
    console.log(`${fullName(bundler)} …`)
    const floor = await measureApp(apps, bundler, 'floor', browser)
    const ours = await measureApp(apps, bundler, 'ours', browser)
    const above = (key: 'critical' | 'beforeClick' | 'afterClick'): number =>
      ours[key].gzip - floor[key].gzip
    all.push({
      id: bundler.id,
      name: fullName(bundler),
      critical: above('critical'),
      beforeClick: above('beforeClick'),
      afterClick: above('afterClick'),
      files: {
        built: ours.built - floor.built,
        beforeClick: ours.beforeClick.files - floor.beforeClick.files,
      },
      faults: [...floor.faults.map((fault) => `without Latchkey: ${fault}`), ...ours.faults],
    })
  }
  return all
}

async function measureApp(
  apps: string,
  bundler: Bundler,
  kind: AppKind,
  browser: Browser,
): Promise<Measured> {
  const { folder, files } = await buildApp(apps, bundler, kind)
  const server = await serveApp(apps, bundler, folder)
  try {
    return { ...(await appBytes(browser, server.origin)), built: files }
  } finally {
    await server.close()
  }
}
