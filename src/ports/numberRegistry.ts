/** Hands out sequence numbers to processes that ask at once. */
export interface NumberRegistry {
  /**
   * Reserves the lowest free number from `first` on that neither `isTaken` nor another process holds.
   * An orphaned reservation (owner dead) is reused.
   */
  reserve(first: number, isTaken: (candidate: number) => boolean): NumberReservation;
  /** Gives back what dead owners hold. */
  sweep(): void;
}

export interface NumberReservation {
  readonly sequence: number;
  release(): void;
}
