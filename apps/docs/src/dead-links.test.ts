import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { deadLinks } from './dead-links.ts'

describe('deadLinks', () => {
  let folder = ''
  afterEach(() => rmSync(folder, { recursive: true }))

  function write(files: Readonly<Record<string, string>>): void {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-links-'))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }

  it('default: pages, files and anchors that are not there', () => {
    write({
      'index.html': '<a href="/guide/a">A</a><a href="/guide/b">B</a><img src="/no.png">',
      'guide/a.html':
        '<h2 id="here"></h2><a href="#here">1</a><a href="#gone">2</a><a href="/errors/#x">3</a>',
      'errors/index.html': '<h2 id="x"></h2><a href="../guide/a#here">A</a><a href="gone">B</a>',
    })
    expect(deadLinks(folder).toSorted()).toEqual([
      '/: /guide/b',
      '/: /no.png',
      '/errors/: gone',
      '/guide/a: #gone',
    ])
  })

  it('behavior: other hosts are not followed, and files of the site are links too', () => {
    write({
      'index.html':
        '<a href="https://a.example/x">A</a><a href="/llms.txt">B</a><a href="//b.example">C</a>',
      'llms.txt': '',
    })
    expect(deadLinks(folder)).toEqual([])
  })
})
