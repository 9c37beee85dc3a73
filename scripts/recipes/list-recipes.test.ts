import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listRecipes } from './list-recipes.ts'
import { insertLines } from './recipe.ts'

const root = resolve(import.meta.dirname, '../..')

describe('listRecipes', () => {
  // A renamed line breaks a recipe, and nobody runs all of them after each change.
  test.each(listRecipes(root))(
    'behavior: the recipe of one more $name fits the sources',
    (recipe) => {
      for (const edit of recipe.edits) {
        expect(() => insertLines(readFileSync(join(root, edit.path), 'utf8'), edit)).not.toThrow()
      }
      expect(Object.keys(recipe.files).filter((path) => existsSync(join(root, path)))).toEqual([])
    },
  )
})
