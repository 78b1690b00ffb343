import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boxLibrary, library } from '../environments/index.ts'
import { writeCard, writeManifest } from './cards/card.ts'
import { writePage } from './cards/page.ts'

/**
 * Writes `<folder>/<name>/` of each bundled environment: openenv.yaml, discovery.json and README.md, its doc page. All of it is made from
 * the definitions each time, and none of it is committed, so nothing can drift.
 */
export async function writeCards(folder: string): Promise<void> {
  for (const environment of [...library, ...boxLibrary]) {
    const place = join(folder, environment.name)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'openenv.yaml'), writeManifest(environment))
    writeFileSync(join(place, 'discovery.json'), writeCard(environment))
    writeFileSync(join(place, 'README.md'), await writePage(environment))
  }
}

if (import.meta.main) await writeCards(process.argv[2] ?? join(import.meta.dirname, '../dist/cards'))
