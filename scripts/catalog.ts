import { readFileSync, writeFileSync } from 'node:fs'
import {
  generateBrowseLinks,
  generateMoreWallets,
  generateNetworkNames,
  generateNetworks,
  generateWallets,
} from './catalog/generate.ts'
import { readCatalog } from './catalog/read.ts'
import { tile } from './catalog/tile.ts'

// Usage: node --conditions=latchkey-source --import tsx scripts/catalog.ts [--check | --tile
// <wallet id>]
const [flag, id] = process.argv.slice(2)
const root = new URL('../packages/catalog/', import.meta.url)

if (flag === '--tile') {
  const file = new URL(`data/wallets/${id}.json`, root)
  const { name, color } = JSON.parse(readFileSync(file, 'utf8')) as { name: string; color: string }
  writeFileSync(new URL(`data/wallets/${id}.svg`, root), tile(name, color))
} else {
  const data = readCatalog()
  const made = {
    'src/wallets.gen.ts': generateWallets(data),
    'src/more-wallets.gen.ts': generateMoreWallets(data),
    'src/networks.gen.ts': generateNetworks(data),
    'src/network-names.gen.ts': generateNetworkNames(data),
    'src/browse-links.gen.ts': generateBrowseLinks(data),
  }
  for (const [path, text] of Object.entries(made)) {
    const file = new URL(path, root)
    if (flag !== '--check') writeFileSync(file, text)
    else if (readFileSync(file, 'utf8') !== text) {
      console.error(`packages/catalog/${path} is not what the data make: run scripts/catalog.ts`)
      process.exitCode = 1
    }
  }
  console.log(`catalog: ${data.wallets.length} wallets, ${data.networks.length} networks`)
}
