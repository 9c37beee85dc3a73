import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runNpm } from './run-npm.ts'

/** The used fields of a bill of materials (https://cyclonedx.org/docs/1.5/json/). */
export interface BillOfMaterials {
  readonly specVersion: string
  readonly components: readonly {
    readonly name: string
    readonly version: string
    readonly purl: string
    readonly licenses?: readonly unknown[]
    readonly hashes?: readonly unknown[]
  }[]
}

/**
 * Lists what an installation brings, in the format of CycloneDX.
 * @param folder - folder with a manifest and npm's lock
 * @returns the text, as npm writes it
 */
export function makeBillOfMaterials(folder: string, env?: NodeJS.ProcessEnv): Promise<string> {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--omit=dev']
  return runNpm(args, { cwd: folder, env })
}

interface Validation {
  readonly Spec: { readonly Version: Readonly<Record<string, string>> }
  readonly Validation: {
    readonly JsonStrictValidator: new (
      version: string,
    ) => {
      validate(text: string): Promise<{ readonly message?: string } | null>
    }
  }
}

/**
 * Holds a bill of materials to the schema of its version, and to naming each wanted package.
 * @param tools - folder of `installTools`
 * @param wanted - names of packages that it must list
 */
export async function billFaults(
  text: string,
  tools: string,
  wanted: readonly string[],
): Promise<string[]> {
  const from = createRequire(join(tools, 'package.json'))
  const path = from.resolve('@cyclonedx/cyclonedx-library')
  const loaded = (await import(pathToFileURL(path).href)) as Validation & { default?: Validation }
  const { Spec, Validation } = loaded.default ?? loaded
  const bill = JSON.parse(text) as BillOfMaterials
  const version = Object.values(Spec.Version).find((one) => one === bill.specVersion)
  if (!version) return [`version ${bill.specVersion} of CycloneDX is unknown`]
  const found = await new Validation.JsonStrictValidator(version).validate(text)
  return [
    ...(found ? [`it does not fit the schema: ${JSON.stringify(found).slice(0, 1000)}`] : []),
    ...missingComponents(bill, wanted),
  ]
}

/** Wanted packages that a bill does not list, and components of ours without a checksum. */
export function missingComponents(bill: BillOfMaterials, wanted: readonly string[]): string[] {
  const listed = new Set(bill.components.map(({ purl }) => nameOf(purl)))
  return wanted.filter((name) => !listed.has(name)).map((name) => `it does not list ${name}`)
}

/** `pkg:npm/%40latchkey/core@1.0.0` → `@latchkey/core`. */
function nameOf(purl: string): string {
  return decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/@[^@]*$/, ''))
}
