/** The request of each use case; the application names its own here (application/useCases.ts). */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled where the use cases are known
export interface AdvisedRequests {}

/** What to do next: a use case, and what to ask of it. How a command line writes it is for others to say. */
export type Advice = {
  readonly [Name in keyof AdvisedRequests]: {
    readonly useCase: Name;
    /** What is known of the request; the text `…` stands for a value that is not. */
    readonly request?: Partial<AdvisedRequests[Name]>;
    /** What the user has to add to it. */
    readonly needs?: readonly (keyof AdvisedRequests[Name])[];
    /** What it is good for, in words that follow "to": `see the graph`. */
    readonly to?: string;
  };
}[keyof AdvisedRequests];
