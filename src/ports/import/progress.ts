/** What takes long, as far as it is done. */
export interface WorkProgress {
  readonly work: 'reading documents' | 'reading their past' | 'comparing documents' | 'writing';
  readonly done: number;
  /** Absent where it is not known how much there is. */
  readonly total?: number;
}

/** Told of work that may take long, often: whoever listens decides what is worth showing, and must be quick. */
export interface Progress {
  tell(progress: WorkProgress): void;
}
