/** How much of the page stands above a board: the bar, and at times strips. */
class Above {
  height = $state(50) // px
}

export const above = new Above()
