import { labelPattern } from '@latchkey/protocol'

/** Faults of a label, in the order in which they are checked. */
export type LabelFault =
  | { readonly is: 'missing' | 'short' | 'long' | 'invalid' | 'hyphen' | 'double' }
  /** A letter of another script that looks like one of a to z. */
  | { readonly is: 'alike'; readonly character: string; readonly letter: string }

const minLength = 4
const maxLength = 64

// Cyrillic, Greek, Armenian and Latin letters that look like a to z, from Unicode's table (UTS 39).
const lookalikeLetters: Readonly<Record<string, string>> = {
  а: 'a',
  ɑ: 'a',
  α: 'a',
  ь: 'b',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ҽ: 'e',
  ɡ: 'g',
  ց: 'g',
  һ: 'h',
  հ: 'h',
  і: 'i',
  ı: 'i',
  ι: 'i',
  ј: 'j',
  ϳ: 'j',
  к: 'k',
  κ: 'k',
  ӏ: 'l',
  ո: 'n',
  п: 'n',
  о: 'o',
  ο: 'o',
  օ: 'o',
  р: 'p',
  ρ: 'p',
  ԛ: 'q',
  զ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ս: 'u',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  ѡ: 'w',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
}

/** Reads the typed text as the first label of a name; returns it in lower case, or its fault. */
export function checkLabel(text: string): { readonly label: string } | LabelFault {
  const label = text.trim().normalize('NFC').toLowerCase()
  if (label === '') return { is: 'missing' }
  for (const character of label) {
    if (Object.hasOwn(lookalikeLetters, character))
      return { is: 'alike', character, letter: lookalikeLetters[character] ?? '' }
  }
  if (!/^[a-z0-9-]*$/.test(label)) return { is: 'invalid' }
  if (label.length < minLength) return { is: 'short' }
  if (label.length > maxLength) return { is: 'long' }
  if (label.startsWith('-') || label.endsWith('-')) return { is: 'hyphen' }
  // ENSIP-15 reserves `--` at the third and fourth position for encoded names.
  if (/^..--/.test(label)) return { is: 'double' }
  return labelPattern.test(label) ? { label } : { is: 'invalid' }
}
