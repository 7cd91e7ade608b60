/**
 * The request type of each use case, by the use case's name. The interface is empty here; the application layer adds its members
 * (application/spectool.ts).
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled where the use cases are known
export interface AdvisedRequests {}

/** A suggested next step: a use case and its request. The command line formats it as a command. */
export type Advice = {
  readonly [Name in keyof AdvisedRequests]: {
    readonly useCase: Name;
    /** The known part of the suggested request; the text `…` is a placeholder for an unknown value. */
    readonly request?: Partial<AdvisedRequests[Name]>;
    /** The fields of the request that the user has to add. */
    readonly needs?: readonly (keyof AdvisedRequests[Name])[];
    /** The name of the project in which to take the step; absent for the current project. */
    readonly project?: string;
    /** The purpose of the suggested step, worded to follow "to": `see the graph`. */
    readonly to?: string;
  };
}[keyof AdvisedRequests];
