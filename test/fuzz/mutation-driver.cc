// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * Runs a fuzz target where there is no libFuzzer: every file of a folder, then inputs made of these
 * by random changes, always the same ones.
 *
 * Usage: PROGRAM FOLDER NUMBER_OF_INPUTS
 */

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size);

namespace
{

using Input = std::vector<uint8_t>;

/// Most changes from one input to the next.
constexpr int MAX_CHANGES = 8;
/// Longest input made, bytes.
constexpr std::size_t MAX_SIZE = 512;

std::vector<Input>
ReadFiles(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<Input> inputs;
    for (const auto& path : paths)
    {
        std::ifstream file(path, std::ios::binary);
        inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return inputs;
}

/// @return a number from 0 to @p last
std::size_t
Draw(std::mt19937& random, std::size_t last)
{
    return std::uniform_int_distribution<std::size_t>(0, last)(random);
}

/// Change a byte, or take some out, or put some in.
void
Change(Input& input, std::mt19937& random)
{
    const std::size_t kind = Draw(random, 7);
    const std::size_t position = Draw(random, input.size());
    const auto at = input.begin() + static_cast<std::ptrdiff_t>(position);
    if (kind == 0)
    {
        input.erase(at, at + static_cast<std::ptrdiff_t>(Draw(random, input.size() - position)));
    }
    else if (kind == 1 && input.size() < MAX_SIZE)
    {
        const std::size_t count = 1 + Draw(random, 31);
        input.insert(at, count, static_cast<uint8_t>(Draw(random, 255)));
    }
    else if (at != input.end())
    {
        *at = kind < 5 ? static_cast<uint8_t>(*at ^ 1 << Draw(random, 7))
                       : static_cast<uint8_t>(Draw(random, 255));
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    const auto inputs = argc == 3 ? ReadFiles(argv[1]) : std::vector<Input>();
    if (inputs.empty())
    {
        std::cerr << "usage: " << argv[0] << " FOLDER_WITH_INPUTS NUMBER_OF_INPUTS\n";
        return 2;
    }
    for (const auto& input : inputs)
    {
        LLVMFuzzerTestOneInput(input.data(), input.size());
    }
    const long count = std::atol(argv[2]);
    std::mt19937 random(1);
    for (long i = 0; i < count; ++i)
    {
        Input input = inputs[Draw(random, inputs.size() - 1)];
        for (std::size_t changes = Draw(random, MAX_CHANGES); changes > 0; --changes)
        {
            Change(input, random);
        }
        LLVMFuzzerTestOneInput(input.data(), input.size());
    }
    std::cout << inputs.size() << " files and " << count << " changed inputs\n";
    return 0;
}
