//===- FatalErrorsTest.cpp - LLVM's fatal errors as ordinary ones ---------===//
//
// Part of the Tile project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/Execution/FatalErrors.h"
#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"

#include <thread>
#include <vector>

using namespace tile;

TEST(FatalErrors, AreCaught) {
  std::string reason;
  bool after = false;
  EXPECT_FALSE(runGuarded(
      [&] {
        llvm::report_fatal_error("cannot select");
        after = true;
      },
      reason));
  EXPECT_EQ(reason, "cannot select");
  EXPECT_FALSE(after);
}

TEST(FatalErrors, WorkWithoutThemIsDone) {
  std::string reason;
  int done = 0;
  EXPECT_TRUE(runGuarded([&] { ++done; }, reason));
  EXPECT_EQ(done, 1);
  EXPECT_EQ(reason, "");
}

TEST(FatalErrors, GuardsNest) {
  std::string inner, outer;
  EXPECT_FALSE(runGuarded(
      [&] {
        EXPECT_FALSE(
            runGuarded([] { llvm::report_fatal_error("inner"); }, inner));
        llvm::report_fatal_error("outer");
      },
      outer));
  EXPECT_EQ(inner, "inner");
  EXPECT_EQ(outer, "outer");
}

TEST(FatalErrors, ThreadsHaveTheirOwn) {
  std::vector<std::string> reasons(8);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < reasons.size(); ++i)
    threads.emplace_back([&reasons, i] {
      std::string text = "thread " + std::to_string(i);
      for (int repeat = 0; repeat < 100; ++repeat)
        runGuarded([&] { llvm::report_fatal_error(text.c_str()); }, reasons[i]);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < reasons.size(); ++i)
    EXPECT_EQ(reasons[i], "thread " + std::to_string(i));
}

TEST(FatalErrorsDeathTest, ToolsExitWithOne) {
  EXPECT_EXIT(
      {
        exitOnFatalErrors();
        llvm::report_fatal_error("cannot select");
      },
      testing::ExitedWithCode(1), "error: cannot select");
}
