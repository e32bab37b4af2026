/** What a score sheet says and hears, as `src/tablee/sheet/wire.py` has it. */
export interface Entry {
  total?: number | null
  cards?: number[] | null
  count?: number | null
  main?: number | null
  row?: number | null
  left?: number | null
}
